"""Four sales in Python: approved, declined, canceled while the card is waited for, and with an unknown outcome.

    pip install tender_pos-0.1.0-py3-none-any.whl
    python3 four_sales.py FOLDER sale|decline|cancel|unknown [GATEWAY]

The reader is simulated; without GATEWAY the gateway is, too. An unknown outcome needs one that fails:
    tender gateway serve --fault drop-answer:confirm:99 --fault drop-answer:retrieve:99
"""

import sys

import tender_pos


def pay_and_stop(till, **payment):
    """Starts the payment, stops it when the reader asks for a card, and returns the answer."""
    till.follow()
    till.start("process_payment_intent", **payment)
    for message in till.messages(timeout=30):
        if message["type"] == "answer":
            return message["answer"]
        if message["type"] == "passing" and message["event"]["type"] == "input_options":
            till.call("stop")
    raise SystemExit("no answer came")


def main(folder, act, gateway=None):
    options = {"folder": folder, "reader": "simulated"}
    options["cards"] = {"cancel": [], "decline": ["chargeDeclined"]}.get(act, ["visa"])
    if gateway:
        options["gateway"] = gateway
    with tender_pos.Till(**options) as till:
        till.call("connect_reader")
        # A key is new for each command, and the same when it is repeated: here the order makes it.
        made = till.call("create_payment_intent", key=f"order-17-{act}-create", amount=1250, currency="eur")
        payment = {"id": made["payment_intent"]["id"], "key": f"order-17-{act}-pay", "timeout_seconds": 60}
        answer = pay_and_stop(till, **payment) if act == "cancel" else till.call("process_payment_intent", **payment)
        print(answer["outcome"])


main(*sys.argv[1:])
