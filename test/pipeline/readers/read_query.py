"""Reads queries, a line of JSON each, by the library that is named, and prints what it read of each."""

import json
import sys


def with_werkzeug(query):
    from werkzeug.wrappers import Request

    environ = {"REQUEST_METHOD": "POST", "QUERY_STRING": query, "wsgi.url_scheme": "http"}
    arguments = Request(environ).args
    return {name: arguments.getlist(name) for name in arguments}


def with_starlette(query):
    from starlette.requests import Request

    read = Request({"type": "http", "query_string": query.encode("latin-1")}).query_params
    return {name: read.getlist(name) for name in read}


reader = {"werkzeug": with_werkzeug, "starlette": with_starlette}[sys.argv[1]]
for line in sys.stdin:
    print(json.dumps(reader(json.loads(line))))
