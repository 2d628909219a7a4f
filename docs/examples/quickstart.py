#!/usr/bin/env python3
"""The official client's quick start against the simulated gateway: pay, capture, refund, and a verified webhook.

    python3 -m venv venv && venv/bin/pip install stripe==16.1.0
    tender gateway serve &
    venv/bin/python docs/examples/quickstart.py http://127.0.0.1:12111

Nothing differs from a program for the real service but the API base, which is the last word of the command above.
"""

import http.server
import queue
import sys
import threading

import stripe

API_BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:12111"

client = stripe.StripeClient("sk_test_quickstart", base_addresses={"api": API_BASE})
deliveries = queue.Queue()


class Hook(http.server.BaseHTTPRequestHandler):
    """The shop's end of a webhook."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        deliveries.put((body, self.headers["Stripe-Signature"]))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Hook)
threading.Thread(target=server.serve_forever, daemon=True).start()
endpoint = client.v1.webhook_endpoints.create(
    params={"url": f"http://127.0.0.1:{server.server_port}/webhook", "enabled_events": ["payment_intent.succeeded"]}
)

# Authorize a card, then take the money.
intent = client.v1.payment_intents.create(
    params={"amount": 2000, "currency": "usd", "payment_method_types": ["card"], "capture_method": "manual"}
)
intent = client.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
print("confirmed:", intent.status)
intent = client.v1.payment_intents.capture(intent.id)
print("captured:", intent.status, intent.amount_received)

# Only an event with a signature that fits is believed.
body, signature = deliveries.get(timeout=30)
event = stripe.Webhook.construct_event(body, signature, endpoint.secret)
print("webhook:", event.type, "verified")
assert event.data.object.id == intent.id

# A card that is declined is an exception.
try:
    client.v1.payment_intents.create(
        params={
            "amount": 2000,
            "currency": "usd",
            "payment_method_types": ["card"],
            "payment_method": "pm_card_visa_chargeDeclined",
            "confirm": True,
        }
    )
except stripe.CardError as error:
    print("declined:", error.code)

# And back.
refund = client.v1.refunds.create(params={"payment_intent": intent.id})
print("refunded:", refund.status, refund.amount)

client.v1.webhook_endpoints.delete(endpoint.id)
server.shutdown()
