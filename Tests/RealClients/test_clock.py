"""What ends by itself: each case moves the time of a gateway of its own."""

import time

import support
from support import Case

HOUR = 3600
DAY = 24 * HOUR


class Time(Case):
    def setUp(self):
        super().setUp()
        own = support.gateway()
        self.base = own.__enter__()
        self.addCleanup(own.__exit__, None, None, None)
        self.client = self.as_client(f"sk_test_{self.name}")
        self.v1 = self.client.v1

    def test_a_hold_of_a_card_in_a_reader_expires_after_two_days(self):
        intent, _ = self.processed(1000)
        card = self.charge_of(intent).payment_method_details.card_present
        self.assertAlmostEqual(card.capture_before - time.time(), 2 * DAY, delta=60)
        self.advance(2 * DAY - HOUR)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_capture")
        self.advance(HOUR)
        expired = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual((expired.status, expired.cancellation_reason), ("canceled", "automatic"))
        self.assertEqual((expired.amount_capturable, expired.amount_received), (0, 0))
        charge = self.charge_of(expired)
        self.assertEqual((charge.captured, charge.refunded, charge.amount_refunded), (False, True, 1000))
        with self.refused(status=400, code="payment_intent_unexpected_state"):
            self.v1.payment_intents.capture(intent.id)
        self.assertEqual(
            [event.type for event in self.events("charge.expired", "payment_intent.canceled")],
            ["charge.expired", "payment_intent.canceled"],
        )

    def test_a_hold_of_a_card_that_is_not_there_lasts_seven_days(self):
        intent = self.held(1000)
        self.advance(7 * DAY - HOUR)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_capture")
        self.advance(HOUR)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "canceled")

    def test_an_idempotency_key_is_new_after_a_day(self):
        def create():
            return self.v1.payment_intents.create(
                params={"amount": 1000, "currency": "usd"}, options={"idempotency_key": "key"}
            )

        first = create()
        self.advance(DAY - HOUR)
        self.assertEqual(create().id, first.id)
        self.assertTrue(self.last.is_replay)
        self.advance(HOUR)
        self.assertNotEqual(create().id, first.id)
        self.assertFalse(self.last.is_replay)

    def test_a_pending_refund_succeeds(self):
        intent = self.paid(1000, card="pm_card_pendingRefund")
        refund = self.v1.refunds.create(params={"payment_intent": intent.id})
        self.assertEqual(refund.status, "pending")
        self.advance(HOUR)
        self.assertEqual(self.v1.refunds.retrieve(refund.id).status, "succeeded")

    def test_money_becomes_available(self):
        self.paid(1000)
        self.assertEqual(self.v1.balance.retrieve().available[0].amount, 0)
        self.advance(2 * DAY)
        balance = self.v1.balance.retrieve()
        self.assertEqual((balance.available[0].amount, balance.pending[0].amount), (941, 0))

    def test_an_event_is_sent_again(self):
        with support.Receiver(500) as receiver:
            self.v1.webhook_endpoints.create(params={"url": receiver.url, "enabled_events": ["customer.created"]})
            self.customer()
            self.soon(lambda: len(receiver.deliveries) == 1, "the first attempt")
            self.advance(HOUR)
            self.soon(lambda: len(receiver.deliveries) == 2, "the second attempt")
            self.assertEqual(receiver.deliveries[0][1], receiver.deliveries[1][1])

    def test_time_goes_forward_only(self):
        for seconds in ("0", "-1", "x", "", str(10**12)):
            answer = self.raw("POST", support.CLOCK, {"advance": seconds})
            self.assertEqual((answer.status, answer.json["error"]["type"]), (400, "invalid_request_error"), seconds)
        for key, statuses in ((f"pk_test_{self.name}", (401, 403)), ("sk_live_nobody", (401,))):
            self.assertIn(self.raw("POST", support.CLOCK, {"advance": "1"}, key=key).status, statuses)
        now = self.advance(1)
        self.assertAlmostEqual(now - time.time(), 1, delta=60)
