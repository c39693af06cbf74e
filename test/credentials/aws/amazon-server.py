"""A server of Amazon's as far as signatures go: it works out each request's own with botocore, from what really came.

Its first line of output is its port. Keys come as JSON in the first argument: access key, secret key and session token; the
second is how many seconds its clock is ahead.
"""

import json
import sys
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

KEYS = {keys[0]: Credentials(*keys) for keys in json.loads(sys.argv[1])}
AHEAD = timedelta(seconds=float(sys.argv[2]))
STAMP = "%Y%m%dT%H%M%SZ"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        error, detail = self.judge(body)
        if error is None:
            message = {"role": "assistant", "content": self.path}
            self.answer(200, {"object": "chat.completion", "id": "1", "model": "m",
                              "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
        else:
            self.answer(403, {"message": detail}, error)

    def judge(self, body):
        scheme, _, rest = self.headers.get("authorization", "").partition(" ")
        if scheme != "AWS4-HMAC-SHA256":
            return "MissingAuthenticationTokenException", "no signature"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        key, day, region, service, _ = parts["Credential"].split("/")
        if key not in KEYS:
            return "UnrecognizedClientException", "unknown keys"
        credentials = KEYS[key]
        if self.headers.get("x-amz-security-token") != credentials.token:
            return "ExpiredTokenException", "another session"
        stamp = self.headers["x-amz-date"]
        sent = datetime.strptime(stamp, STAMP).replace(tzinfo=timezone.utc)
        if abs(self.now() - sent) > timedelta(minutes=5):
            return "InvalidSignatureException", "Signature expired or not yet current"

        address = urlsplit(self.path)
        query = [pair.partition("=") for pair in address.query.split("&") if pair]
        request = AWSRequest(
            method=self.command,
            url="http://" + self.headers["host"] + address.path,
            headers={name: self.headers[name] for name in parts["SignedHeaders"].split(";")},
            params=[(unquote(name), unquote(value)) for name, _, value in query],
            data=body,
        )
        request.context["timestamp"] = stamp
        signer = SigV4Auth(credentials, service, region)
        text = signer.string_to_sign(request, signer.canonical_request(request))
        if not day == stamp[:8] or signer.signature(text, request) != parts["Signature"]:
            return "InvalidSignatureException", "expected another signature for " + self.path
        return None, None

    def now(self):
        return datetime.now(timezone.utc) + AHEAD

    def date_time_string(self, timestamp=None):
        return format_datetime(self.now(), usegmt=True)

    def answer(self, status, value, error=None):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        if error is not None:
            self.send_header("x-amzn-errortype", error + ":http://internal.amazon.com/coral/com.amazon.bedrock/")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
