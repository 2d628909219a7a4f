"""Charges and refunds: partial, many, too much, late ones."""

import time

import stripe

from support import Case, table, tables

# A refund that fails later may take the gateway a minute.
LATE = 100


class Charges(Case):
    def test_list_of_an_intent(self):
        intent, _ = self.paid(), self.paid()
        listed = self.v1.charges.list(params={"payment_intent": intent.id})
        self.assertEqual([charge.id for charge in listed.data], [intent.latest_charge])

    def test_list_of_a_customer(self):
        customer = self.customer()
        intent, _ = self.paid(customer=customer.id), self.paid()
        listed = self.v1.charges.list(params={"customer": customer.id})
        self.assertEqual([charge.id for charge in listed.data], [intent.latest_charge])

    def test_list_newest_first(self):
        made = [self.paid().latest_charge for _ in range(3)]
        self.assertEqual([charge.id for charge in self.v1.charges.list().data], made[::-1])

    def test_update(self):
        charge = self.paid().latest_charge
        changed = self.v1.charges.update(charge, params={"metadata": {"a": "b"}, "description": "new"})
        self.assertEqual((changed.metadata.a, changed.description), ("b", "new"))

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.charges.retrieve("ch_nothing")


class LegacyCharges(Case):
    """Charges without a PaymentIntent."""

    def charge(self, source="tok_visa", **params):
        return self.v1.charges.create(params={"amount": 1000, "currency": "usd", "source": source} | params)

    def test_a_token(self):
        charge = self.charge(metadata={"a": "b"}, description="socks")
        self.assertEqual((charge.status, charge.paid, charge.captured), ("succeeded", True, True))
        self.assertEqual((charge.payment_intent, charge.source.object, charge.source.brand), (None, "card", "Visa"))
        self.assertEqual((charge.metadata.a, charge.description), ("b", "socks"))
        self.assertIsNotNone(charge.balance_transaction)

    def test_captured_later(self):
        held = self.charge(capture=False)
        self.assertEqual((held.captured, held.balance_transaction), (False, None))
        charge = self.v1.charges.capture(held.id, params={"amount": 600})
        self.assertEqual((charge.captured, charge.amount_captured, charge.amount_refunded), (True, 600, 400))
        with self.refused(status=400, code="charge_already_captured"):
            self.v1.charges.capture(held.id)

    def test_a_decline(self):
        with self.refused(stripe.CardError, status=402, code="card_declined") as refusal:
            self.charge("tok_chargeDeclined")
        charge = self.v1.charges.retrieve(refusal.json["charge"])
        self.assertEqual((charge.status, charge.failure_code), ("failed", "card_declined"))

    def test_a_customer(self):
        customer = self.customer(source="tok_mastercard")
        charge = self.v1.charges.create(params={"amount": 1000, "currency": "usd", "customer": customer.id})
        self.assertEqual((charge.customer, charge.source.brand), (customer.id, "MasterCard"))

    def test_a_refund(self):
        charge = self.charge()
        refund = self.v1.refunds.create(params={"charge": charge.id, "amount": 400})
        self.assertEqual((refund.charge, refund.payment_intent), (charge.id, None))
        self.assertEqual(self.v1.charges.retrieve(charge.id).amount_refunded, 400)

    def test_a_hold_is_given_up(self):
        charge = self.charge(capture=False)
        refund = self.v1.refunds.create(params={"charge": charge.id})
        self.assertEqual((refund.amount, refund.balance_transaction), (1000, None))
        self.assertTrue(self.v1.charges.retrieve(charge.id).refunded)


@tables
class Refunds(Case):
    def refund(self, intent, **params):
        return self.v1.refunds.create(params={"payment_intent": intent.id, **params})

    def test_all_of_it(self):
        intent = self.paid(1000)
        refund = self.refund(intent)
        self.assertEqual((refund.amount, refund.status, refund.currency), (1000, "succeeded", "usd"))
        self.assertEqual((refund.payment_intent, refund.charge), (intent.id, intent.latest_charge))
        charge = self.charge_of(intent)
        self.assertEqual((charge.amount_refunded, charge.refunded, charge.amount), (1000, True, 1000))
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "succeeded")

    def test_by_charge(self):
        intent = self.paid(1000)
        refund = self.v1.refunds.create(params={"charge": intent.latest_charge, "amount": 250})
        self.assertEqual((refund.amount, refund.payment_intent), (250, intent.id))

    def test_parts(self):
        intent = self.paid(1000)
        for amount, sum_of_all in ((300, 300), (300, 600), (400, 1000)):
            self.refund(intent, amount=amount)
            charge = self.charge_of(intent)
            self.assertEqual((charge.amount_refunded, charge.refunded), (sum_of_all, sum_of_all == 1000))

    def test_many_cents(self):
        intent = self.paid(50)
        for _ in range(50):
            self.refund(intent, amount=1)
        self.assertTrue(self.charge_of(intent).refunded)
        listed = self.v1.refunds.list(params={"payment_intent": intent.id, "limit": 100})
        self.assertEqual(sum(refund.amount for refund in listed.data), 50)

    def test_the_rest_by_default(self):
        intent = self.paid(1000)
        self.refund(intent, amount=350)
        self.assertEqual(self.refund(intent).amount, 650)

    def test_more_than_is_left(self):
        intent = self.paid(1000)
        self.refund(intent, amount=600)
        says = "Refund amount ($6.00) is greater than unrefunded amount on charge ($4.00)"
        with self.refused(status=400, param="amount", says=says):
            self.refund(intent, amount=600)
        self.assertEqual(self.charge_of(intent).amount_refunded, 600)

    def test_when_nothing_is_left(self):
        intent = self.paid(1000)
        self.refund(intent)
        with self.refused(status=400, code="charge_already_refunded", says="has already been refunded"):
            self.refund(intent)
        with self.refused(status=400, code="charge_already_refunded"):
            self.refund(intent, amount=1)

    def test_only_what_was_captured(self):
        held = self.held(1000)
        intent = self.v1.payment_intents.capture(held.id, params={"amount_to_capture": 400})
        with self.refused(status=400):
            self.refund(intent, amount=401)
        self.assertEqual(self.refund(intent).amount, 400)

    @table({"zero": 0, "negative": -1, "text": "ten"})
    def test_amount(self, amount):
        intent = self.paid(1000)
        with self.refused(status=400, param="amount"):
            self.refund(intent, amount=amount)

    @table({reason: reason for reason in ("duplicate", "fraudulent", "requested_by_customer")})
    def test_reason(self, reason):
        self.assertEqual(self.refund(self.paid(), reason=reason).reason, reason)

    def test_another_reason(self):
        with self.refused(status=400, param="reason"):
            self.refund(self.paid(), reason="bored")

    def test_nothing_to_refund(self):
        for intent in (self.intent(), self.declined()):
            with self.refused(status=400, says="does not have a successful charge to refund"):
                self.refund(intent)

    def test_of_nothing(self):
        with self.refused(status=400):
            self.v1.refunds.create(params={"amount": 100})

    def test_of_something_unknown(self):
        with self.refused(status=(400, 404), code="resource_missing", param="payment_intent"):
            self.v1.refunds.create(params={"payment_intent": "pi_nothing"})
        with self.refused(status=(400, 404), code="resource_missing", param="charge"):
            self.v1.refunds.create(params={"charge": "ch_nothing"})

    def test_retrieve_and_list(self):
        first, second = self.paid(), self.paid()
        refunds = [self.refund(first, amount=100), self.refund(second, amount=200)]
        self.assertEqual(self.v1.refunds.retrieve(refunds[0].id).to_dict(), refunds[0].to_dict())
        self.assertEqual([refund.id for refund in self.v1.refunds.list().data], [refunds[1].id, refunds[0].id])
        of_charge = self.v1.refunds.list(params={"charge": first.latest_charge})
        self.assertEqual([refund.id for refund in of_charge.data], [refunds[0].id])
        of_intent = self.v1.refunds.list(params={"payment_intent": second.id})
        self.assertEqual([refund.id for refund in of_intent.data], [refunds[1].id])

    def test_of_a_charge_at_its_own_address(self):
        charge = self.paid().latest_charge
        made = self.raw("POST", f"/v1/charges/{charge}/refunds", {"amount": 100}).json
        more = self.v1.refunds.create(params={"charge": charge, "amount": 200})
        listed = self.raw("GET", f"/v1/charges/{charge}/refunds?limit=1").json
        self.assertEqual(([one["id"] for one in listed["data"]], listed["has_more"]), ([more.id], True))
        shown = self.v1.charges.retrieve(charge, params={"expand": ["refunds"]}).refunds
        self.assertEqual([one.id for one in shown.auto_paging_iter()], [more.id, made["id"]])

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.refunds.retrieve("re_nothing")

    def test_only_metadata_can_be_updated(self):
        refund = self.refund(self.paid(metadata={"of": "intent"}), metadata={"of": "refund"})
        changed = self.v1.refunds.update(refund.id, params={"metadata": {"more": "1"}})
        self.assertEqual(changed.metadata.to_dict(), {"of": "refund", "more": "1"})
        with self.refused(status=400, code="parameter_unknown"):
            self.v1.refunds.update(refund.id, params={"amount": 1})

    def test_of_a_card_cannot_be_canceled(self):
        refund = self.refund(self.paid())
        with self.refused(status=400):
            self.v1.refunds.cancel(refund.id)

    def test_moves_money(self):
        refund = self.refund(self.paid(1000), amount=400)
        moved = self.v1.balance_transactions.retrieve(refund.balance_transaction)
        self.assertEqual((moved.type, moved.amount, moved.fee, moved.net), ("refund", -400, 0, -400))
        self.assertEqual((moved.source, moved.reporting_category), (refund.id, "refund"))

    def test_a_refund_may_be_pending_first(self):
        refund = self.refund(self.paid(card="pm_card_pendingRefund"))
        self.assertEqual(refund.status, "pending")
        limit = time.monotonic() + LATE
        while refund.status == "pending" and time.monotonic() < limit:
            time.sleep(0.2)
            refund = self.v1.refunds.retrieve(refund.id)
        self.assertEqual(refund.status, "succeeded")

    def test_a_refund_may_fail_later(self):
        intent = self.paid(1000, card="pm_card_refundFail")
        refund = self.refund(intent)
        self.assertEqual(refund.status, "succeeded")
        limit = time.monotonic() + LATE
        while refund.status == "succeeded" and time.monotonic() < limit:
            time.sleep(0.2)
            refund = self.v1.refunds.retrieve(refund.id)
        self.assertEqual((refund.status, refund.failure_reason), ("failed", "expired_or_canceled_card"))
        back = self.v1.balance_transactions.retrieve(refund.failure_balance_transaction)
        self.assertEqual((back.type, back.amount, back.net), ("refund_failure", 1000, 1000))
        kinds = {event.type for event in self.events()}
        self.assertIn("refund.failed", kinds)
