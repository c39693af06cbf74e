"""Reads requests with forms, a line of JSON each, by the library that is named, and prints what it read of each."""

import asyncio
import base64
import io
import json
import sys


def with_werkzeug(content_type, body):
    from werkzeug.formparser import parse_form_data

    environ = {
        "REQUEST_METHOD": "POST",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
    }
    _, form, files = parse_form_data(environ, silent=False)
    fields = {name: [value.encode("utf-8", "surrogateescape") for value in form.getlist(name)] for name in form}
    return fields, list(files)


def with_starlette(content_type, body):
    from starlette.datastructures import Headers, UploadFile
    from starlette.formparsers import MultiPartParser

    async def stream():
        yield body
        yield b""

    headers = Headers({"content-type": content_type})
    form = asyncio.run(MultiPartParser(headers, stream()).parse())
    fields, files = {}, []
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            files.append(name)
        else:
            fields.setdefault(name, []).append(value.encode("utf-8", "surrogateescape"))
    return fields, files


reader = {"werkzeug": with_werkzeug, "starlette": with_starlette}[sys.argv[1]]
for line in sys.stdin:
    asked = json.loads(line)
    try:
        fields, files = reader(asked["contentType"], base64.b64decode(asked["body"]))
        found = {
            "refused": False,
            "fields": {name: [base64.b64encode(one).decode() for one in values] for name, values in fields.items()},
            "files": files,
        }
    except Exception:  # whatever it refuses a form with
        found = {"refused": True}
    print(json.dumps(found))
