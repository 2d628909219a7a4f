"""The checker of answers itself: a blind one would let every case pass."""

import copy
import json
import unittest

import schema
import support

CHARGE = {
    "type": "card_error",
    "message": "No.",
    "code": "card_declined",
    "decline_code": "lost_card",
    "doc_url": "https://docs.stripe.com/error-codes#card-declined",
}
REFUND = {
    "id": "re_1",
    "object": "refund",
    "amount": 100,
    "balance_transaction": "txn_1",
    "charge": "ch_1",
    "created": 1,
    "currency": "usd",
    "customer": None,
    "customer_account": None,
    "metadata": {},
    "payment_intent": "pi_1",
    "payment_method": None,
    "reason": None,
    "receipt_number": None,
    "source_transfer_reversal": None,
    "status": "succeeded",
    "transfer_reversal": None,
}
LOCATION = {
    "id": "tml_1",
    "object": "terminal.location",
    "display_name": "HQ",
    "livemode": False,
    "metadata": {},
    "address": {"city": None, "country": "US", "line1": None, "line2": None, "postal_code": None, "state": None},
}
READER = {
    "id": "tmr_1",
    "object": "terminal.reader",
    "action": None,
    "device_sw_version": "",
    "device_type": "simulated_wisepos_e",
    "ip_address": None,
    "label": "x",
    "last_seen_at": None,
    "livemode": False,
    "location": "tml_1",
    "metadata": {},
    "serial_number": "1",
    "status": "online",
}


def refund(**changes):
    return copy.deepcopy(REFUND) | changes


def without(value, name):
    return {key: member for key, member in value.items() if key != name}


class Checker(unittest.TestCase):
    def finds(self, value, text, status=200, **options):
        found = schema.judge(status, value, **options)
        self.assertTrue(any(text in finding for finding in found), f"{text!r} is not in {found}")

    def finds_nothing(self, value, status=200, **options):
        self.assertEqual(schema.judge(status, value, **options), [])

    def test_what_is_right(self):
        for value in (REFUND, LOCATION, READER):
            self.finds_nothing(value)

    def test_every_member_that_must_be_there(self):
        for name in REFUND:
            self.assertTrue(schema.judge(200, without(REFUND, name)), name)

    def test_required_is_never_null(self):
        for name in ("id", "amount", "created", "currency"):
            self.finds(refund(**{name: None}), "null")

    def test_rendered_and_null(self):
        self.finds_nothing(refund(charge=None))
        self.finds(without(REFUND, "charge"), "answer.charge: is missing")

    def test_optional_is_not_null(self):
        self.finds(refund(failure_reason=None), "answer.failure_reason: is null")

    def test_types(self):
        self.finds(refund(amount="100"), "answer.amount")
        self.finds(refund(amount=True), "answer.amount")
        self.finds(refund(amount=1.5), "answer.amount")
        self.finds(refund(metadata=[]), "answer.metadata")
        self.finds(refund(metadata={"a": 1}), "answer.metadata.a")

    def test_words(self):
        self.finds(refund(reason="bored"), "answer.reason")
        self.finds(READER | {"status": "asleep"}, "answer.status")

    def test_unknown_members(self):
        self.finds(refund(color="red"), "answer.color")
        self.finds(LOCATION | {"address": LOCATION["address"] | {"street": "x"}}, "answer.address.street")

    def test_nested(self):
        self.finds(LOCATION | {"address": without(LOCATION["address"], "city")}, "answer.address.city: is missing")
        action = {
            "type": "set_reader_display",
            "status": "succeeded",
            "failure_code": None,
            "failure_message": None,
            "set_reader_display": {"type": "cart", "cart": {"currency": "usd", "line_items": [], "total": "1"}},
        }
        self.finds(READER | {"action": action}, "answer.action.set_reader_display.cart.total")

    def test_expanded(self):
        self.finds_nothing(READER | {"location": LOCATION})
        self.finds(READER | {"location": without(LOCATION, "display_name")}, "answer.location.display_name: is missing")
        self.finds(READER | {"location": REFUND}, "answer.location")
        self.finds(READER | {"location": 7}, "answer.location")

    def test_deleted(self):
        self.finds_nothing({"id": "cus_1", "object": "customer", "deleted": True})
        self.finds({"id": "cus_1", "object": "customer", "deleted": True, "name": "Ada"}, "answer.name")
        self.finds({"id": "cus_1", "object": "customer"}, "is missing")

    def test_lists(self):
        page = {"object": "list", "url": "/v1/refunds", "has_more": False, "data": [REFUND]}
        self.finds_nothing(page)
        for name in ("url", "has_more", "data"):
            self.finds(without(page, name), name)
        self.finds(page | {"data": [REFUND, without(REFUND, "amount")]}, "answer.data[1].amount")
        self.finds(page | {"next": 1}, "answer.next")

    def test_events_hold_whole_objects(self):
        event = {
            "id": "evt_1",
            "object": "event",
            "api_version": "x",
            "created": 1,
            "livemode": False,
            "pending_webhooks": 0,
            "request": {"id": None, "idempotency_key": None},
            "type": "refund.created",
            "data": {"object": REFUND},
        }
        self.finds_nothing(event)
        self.finds(event | {"data": {"object": without(REFUND, "amount")}}, "answer.data.object.amount")

    def test_ids_and_modes(self):
        self.finds(refund(id="pi_1"), "answer.id")
        self.finds(LOCATION | {"livemode": True}, "answer.livemode")
        self.finds(refund(currency="USD"), "answer.currency")

    def test_unknown_objects(self):
        self.finds({"object": "shell"}, "no schema")
        self.finds([], "no object")

    def test_lenient_asks_for_less_and_not_for_nothing(self):
        self.finds_nothing(without(REFUND, "charge"), lenient=True)
        self.finds(without(REFUND, "charge") | {"amount": "1"}, "answer.amount", lenient=True)

    def test_errors(self):
        self.finds_nothing({"error": CHARGE}, 402)
        self.finds({"error": CHARGE}, "error.type", 400)
        self.finds({"error": without(CHARGE, "message")}, "error.message", 402)
        self.finds({"error": without(CHARGE, "doc_url")}, "error.doc_url", 402)
        self.finds({"error": CHARGE | {"code": "no_such_code", "doc_url": "no-such-code"}}, "error.code", 402)
        self.finds({"error": CHARGE | {"type": "sad_error"}}, "error.type", 402)
        self.finds(
            {"error": CHARGE | {"payment_intent": {"id": "pi_1", "object": "payment_intent"}}}, "is missing", 402
        )
        self.finds({"error": CHARGE}, "status", 500)
        self.finds({"message": "x"}, "error", 400)

    def test_a_case_fails_of_it(self):
        recorder = support.Recorder()
        good = json.dumps({"object": "list", "url": "/", "has_more": False, "data": []})
        headers = {"Content-Type": "application/json", "Request-Id": "req_1"}
        recorder.add(support.Exchange("get", "/", {}, None, 200, headers, good))
        self.assertEqual(recorder.wrong, [])
        for wrong_headers, body in (({}, good), (headers, "{}"), (headers, "<html>")):
            before = len(recorder.wrong)
            recorder.add(support.Exchange("get", "/", {}, None, 200, wrong_headers, body))
            self.assertGreater(len(recorder.wrong), before)

        class Blind(support.Case):
            def test(self):
                self.recorder.wrong.append("something")

        result = unittest.TestResult()
        Blind("test").run(result)
        self.assertEqual(len(result.failures), 1)
