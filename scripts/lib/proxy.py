"""A proxy in front of a gateway, at which a chosen exchange goes wrong."""

import contextlib
import http.client
import http.server
import json
import re
import threading

LIMIT = 120  # seconds after which an answer counts as never coming


class Proxy:
    """Passes requests on to the gateway; the one that is chosen goes wrong."""

    def __init__(self, port):
        self.gateway = port
        self.process = None
        self.old = {}
        self.arm(None, None)
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self):
                with contextlib.suppress(OSError):
                    super().handle_one_request()

            def do_GET(self):
                proxy.pass_on(self)

            do_POST = do_DELETE = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def arm(self, index, fault, begins=""):
        """Lets an exchange go wrong, counted from the first whose path fits a regular expression."""
        self.index, self.fault, self.count, self.answers, self.struck = index, fault, 0, [], False
        self.begins = re.compile(begins)

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def pass_on(self, handler):
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        if self.count == 0 and not self.begins.search(handler.path):
            return self.reply(handler, self.ask(handler, body))
        number, self.count = self.count, self.count + 1
        fault = None
        if self.fault and number >= self.index and (number == self.index or self.fault.endswith("for good")):
            fault, self.struck = self.fault.removesuffix(" for good"), True
        if fault in ("lose request", "kill before"):
            return self.drop(handler, fault)
        answer = None
        if not (fault and fault.endswith("before")):
            answer = self.ask(handler, body)
            self.answers.append((handler.command, handler.path, answer))
        if fault in ("lose answer", "kill after"):
            return self.drop(handler, fault)
        if fault == "old answer":
            return self.reply(handler, self.old.get(number) or answer)
        if fault and fault[0].isdigit():
            return self.reply(handler, refusal(int(fault[:3])))
        return self.reply(handler, answer, cut=fault == "cut answer")

    def ask(self, handler, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.gateway, timeout=LIMIT)
        connection.request(handler.command, handler.path, body or None, dict(handler.headers))
        response = connection.getresponse()
        content = response.read()
        headers = [(k, v) for k, v in response.getheaders() if k.lower() not in ("content-length", "connection", "date")]
        connection.close()
        return response.status, headers, content

    def drop(self, handler, fault):
        if fault.startswith("kill"):
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        handler.close_connection = True

    def reply(self, handler, answer, cut=False):
        status, headers, content = answer
        handler.send_response(status)
        for name, value in headers:
            # Where a gateway repeats the key, an old answer gives itself away at once.
            if self.fault != "old answer" or name.lower() != "idempotency-key":
                handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[: len(content) // 2] if cut else content)
        if cut:
            handler.close_connection = True


def refusal(status):
    words = {404: ("invalid_request_error", "resource_missing"), 409: ("idempotency_error", "idempotency_key_in_use"),
             429: ("invalid_request_error", "rate_limit"), 500: ("api_error", None)}
    kind, code = words[status]
    error = {"type": kind, "message": f"the proxy's {status}"} | ({"code": code} if code else {})
    return status, [("Content-Type", "application/json")], json.dumps({"error": error}).encode()
