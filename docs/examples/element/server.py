"""A shop with one page: it makes a payment, and the page lets the customer pay it with the payment element.

usage: tender gateway serve &
       pip install stripe && python3 server.py [PORT]      then open http://127.0.0.1:4242/

Only the API's address differs from a shop at the real API: GATEWAY names it.
"""

import http.server
import json
import os
import pathlib
import sys

import stripe

GATEWAY = os.environ.get("GATEWAY", "http://127.0.0.1:12111")
PAGE = (pathlib.Path(__file__).parent / "index.html").read_text(encoding="utf-8")
client = stripe.StripeClient("sk_test_honey", base_addresses={"api": GATEWAY})


class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.partition("?")[0] != "/":
            return self.send_error(404)
        page = PAGE.replace("GATEWAY", GATEWAY).replace("PUBLISHABLE_KEY", "pk_test_honey")
        self.answer(page, "text/html; charset=utf-8")

    def do_POST(self):
        if self.path != "/payment" or self.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            return self.send_error(404)
        # The price is the shop's to say, not the page's.
        intent = client.v1.payment_intents.create(params={"amount": 1200, "currency": "eur"})
        self.answer(json.dumps({"clientSecret": intent.client_secret}), "application/json")

    def answer(self, text, kind):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 4242
    http.server.ThreadingHTTPServer(("127.0.0.1", port), Shop).serve_forever()
