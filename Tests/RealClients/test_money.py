"""A few hundred random operations; at the end every cent of the balance is explained."""

import random

import stripe

from support import Case

SEED = 20_261_028
OPERATIONS = 400
GOOD = ("pm_card_visa", "pm_card_mastercard", "pm_card_amex", "pm_card_bypassPending")
BAD = (
    "pm_card_visa_chargeDeclined",
    "pm_card_visa_chargeDeclinedInsufficientFunds",
    "pm_card_chargeDeclinedExpiredCard",
)


class Payment:
    """What must have become of an intent."""

    def __init__(self, amount):
        self.amount = amount
        self.status = "requires_payment_method"
        self.captured = self.refunded = 0


class Money(Case):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.payments = {}

    def some(self, *statuses):
        """Any payment, mostly one in a state that suits."""
        suited = [key for key, payment in self.payments.items() if payment.status in statuses]
        pool = suited if suited and self.random.random() < 0.85 else list(self.payments)
        key = self.random.choice(pool)
        return key, self.payments[key]

    def attempt(self, act, allowed):
        """Does it, and holds against the model whether the gateway allowed it."""
        try:
            act()
        except stripe.StripeError as error:
            self.assertFalse(allowed, f"refused: {error}")
            self.assertIn(error.http_status, (400, 402))
            return False
        self.assertTrue(allowed, "done, and must not have been")
        return True

    # Operations

    def create(self):
        amount = self.random.choice((50, 1000, 2599, 100_000, self.random.randint(50, 50_000)))
        method = self.random.choice(("automatic", "automatic_async", "manual"))
        intent = self.intent(amount, capture_method=method)
        self.payments[intent.id] = Payment(amount)

    def confirm(self):
        key, payment = self.some("requires_payment_method")
        is_good = self.random.random() < 0.75
        card = self.random.choice(GOOD if is_good else BAD)
        act = self.v1.payment_intents.confirm
        if self.attempt(
            lambda: act(key, params={"payment_method": card}), is_good and payment.status == "requires_payment_method"
        ):
            intent = self.v1.payment_intents.retrieve(key)
            self.assertIn(intent.status, ("succeeded", "requires_capture"))
            payment.status = intent.status
            payment.captured = payment.amount if intent.status == "succeeded" else 0

    def capture(self):
        key, payment = self.some("requires_capture")
        amount = self.random.choice(
            (None, self.random.randint(1, payment.amount), payment.amount + self.random.randint(1, 99))
        )
        allowed = payment.status == "requires_capture" and (amount or 0) <= payment.amount
        params = {} if amount is None else {"amount_to_capture": amount}
        if self.attempt(lambda: self.v1.payment_intents.capture(key, params=params), allowed):
            payment.status, payment.captured = "succeeded", amount or payment.amount

    def cancel(self):
        key, payment = self.some("requires_payment_method", "requires_capture")
        allowed = payment.status in ("requires_payment_method", "requires_capture")
        if self.attempt(lambda: self.v1.payment_intents.cancel(key), allowed):
            payment.status = "canceled"

    def refund(self):
        key, payment = self.some("succeeded")
        left = payment.captured - payment.refunded
        amount = self.random.choice((None, self.random.randint(1, max(left, 1)), left + self.random.randint(1, 99)))
        allowed = left > 0 and (amount or 0) <= left
        params = {"payment_intent": key} | ({} if amount is None else {"amount": amount})
        options = {"idempotency_key": f"{self.name}-{self.random.getrandbits(64)}"}
        times = self.random.choice((1, 1, 2))
        for _ in range(times):
            done = self.attempt(lambda: self.v1.refunds.create(params=params, options=options), allowed)
        if done:
            payment.refunded += amount or left

    # The end

    def all(self, service, **params):
        return list(service.list(params={"limit": 100, **params}).auto_paging_iter())

    def test_every_cent_is_explained(self):
        self.create()
        acts = (self.create, self.confirm, self.confirm, self.capture, self.cancel, self.refund, self.refund)
        for number in range(OPERATIONS):
            act = self.random.choice(acts)
            try:
                act()
            except AssertionError as error:
                raise AssertionError(f"seed {SEED}, operation {number}, {act.__name__}: {error}") from error

        moved = {one.id: one for one in self.all(self.v1.balance_transactions)}
        charges, refunds = self.all(self.v1.charges), self.all(self.v1.refunds)
        balance = self.v1.balance.retrieve()
        self.assertTrue(charges and refunds and any(payment.captured for payment in self.payments.values()))

        # The balance is the sum of its transactions, available and pending apart.
        for status, part in (("available", balance.available), ("pending", balance.pending)):
            explained = sum(one.net for one in moved.values() if one.status == status)
            self.assertEqual(sum(one.amount for one in part), explained, status)
        for one in moved.values():
            self.assertEqual(one.net, one.amount - one.fee)
            self.assertEqual(sum(detail.amount for detail in one.fee_details), one.fee)

        # Each transaction belongs to one charge or refund, and none is left over.
        sources = {one.balance_transaction: one for one in [*charges, *refunds] if one.balance_transaction}
        self.assertEqual(set(sources), set(moved))
        for name, one in moved.items():
            source = sources[name]
            self.assertEqual(one.source, source.id)
            self.assertEqual(one.amount, source.amount_captured if source.object == "charge" else -source.amount)
            if source.object == "refund":
                self.assertEqual(one.fee, 0)
            else:
                self.assertLessEqual(abs(one.fee - (one.amount * 0.029 + 30)), 0.5 + 1e-9)

        # The intents are what was done to them.
        for intent in self.all(self.v1.payment_intents):
            payment = self.payments.pop(intent.id)
            self.assertEqual((intent.status, intent.amount_received), (payment.status, payment.captured), intent.id)
            of_intent = [charge for charge in charges if charge.payment_intent == intent.id]
            paid = [charge for charge in of_intent if charge.paid]
            self.assertLessEqual(len(paid), 1)
            self.assertEqual(sum(charge.amount_captured for charge in paid), payment.captured)
            # The part of a hold that was not captured counts as given back, too.
            released = sum(charge.amount - charge.amount_captured for charge in paid if charge.captured)
            self.assertEqual(
                sum(charge.amount_refunded for charge in paid if charge.captured),
                self.given_back(refunds, intent) + released,
            )
            self.assertEqual(self.given_back(refunds, intent), payment.refunded)
            self.assertTrue(all(charge.balance_transaction is None for charge in of_intent if not charge.captured))
        self.assertEqual(self.payments, {})

    @staticmethod
    def given_back(refunds, intent):
        return sum(refund.amount for refund in refunds if refund.payment_intent == intent.id)
