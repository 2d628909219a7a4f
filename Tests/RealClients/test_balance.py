"""The balance and its transactions: fees, what moves money and what does not."""

import stripe

from support import Case, table, tables


@tables
class Transactions(Case):
    def of(self, intent):
        return self.v1.balance_transactions.retrieve(self.charge_of(intent).balance_transaction)

    @table(
        {
            str(amount): (amount, fee)
            for amount, fee in ((1000, 59), (2000, 88), (5000, 175), (10000, 320), (100000, 2930))
        }
    )
    def test_fee_of(self, amount, fee):
        moved = self.of(self.paid(amount))
        self.assertEqual((moved.amount, moved.fee, moved.net), (amount, fee, amount - fee))
        self.assertEqual(moved.currency, "usd")

    def test_of_a_charge(self):
        intent = self.paid(1000)
        moved = self.of(intent)
        self.assertEqual((moved.type, moved.reporting_category, moved.status), ("charge", "charge", "pending"))
        self.assertEqual((moved.source, moved.balance_type), (intent.latest_charge, "payments"))
        self.assertAlmostEqual(moved.available_on, intent.created + 2 * 86400, delta=86400)
        (detail,) = moved.fee_details
        self.assertEqual((detail.type, detail.amount, detail.currency), ("stripe_fee", 59, "usd"))

    def test_fee_on_what_is_captured(self):
        intent = self.v1.payment_intents.capture(self.held(10000).id, params={"amount_to_capture": 1000})
        moved = self.of(intent)
        self.assertEqual((moved.amount, moved.fee), (1000, 59))

    def test_a_hold_and_a_decline_move_nothing(self):
        self.v1.payment_intents.cancel(self.held().id)
        self.held()
        self.declined()
        self.assertEqual(self.v1.balance_transactions.list().data, [])

    def test_a_charge_and_its_refund(self):
        intent = self.paid(1000)
        self.v1.refunds.create(params={"payment_intent": intent.id})
        moved = self.v1.balance_transactions.list().data
        self.assertEqual([(one.type, one.net) for one in moved], [("refund", -1000), ("charge", 941)])

    def test_list_filters(self):
        intent = self.paid(1000)
        refund = self.v1.refunds.create(params={"payment_intent": intent.id, "amount": 100})
        for params, sources in (
            ({"type": "refund"}, [refund.id]),
            ({"type": "charge"}, [intent.latest_charge]),
            ({"source": refund.id}, [refund.id]),
            ({"currency": "eur"}, []),
        ):
            listed = self.v1.balance_transactions.list(params=params)
            self.assertEqual([one.source for one in listed.data], sources, params)

    def test_automatic_has_it_at_once(self):
        intent = self.paid(capture_method="automatic", expand=["latest_charge"])
        self.assertRegex(intent.latest_charge.balance_transaction, "^txn_")

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.balance_transactions.retrieve("txn_nothing")

    def test_inside_a_charge(self):
        intent = self.paid(1000, expand=["latest_charge.balance_transaction"], capture_method="automatic")
        self.assertEqual(intent.latest_charge.balance_transaction.net, 941)


class Balance(Case):
    def amounts(self):
        balance = self.v1.balance.retrieve()
        available = {one.currency: one.amount for one in balance.available}
        pending = {one.currency: one.amount for one in balance.pending}
        return available.get("usd", 0), pending.get("usd", 0)

    def test_of_a_new_account(self):
        self.assertEqual(self.amounts(), (0, 0))
        self.assertEqual(self.last.json["object"], "balance")

    def test_a_charge_is_pending(self):
        self.paid(1000)
        self.assertEqual(self.amounts(), (0, 941))

    def test_some_cards_skip_that(self):
        intent = self.paid(1000, card="pm_card_bypassPending")
        self.assertEqual(self.amounts(), (941, 0))
        charge = self.charge_of(intent)
        self.assertEqual(self.v1.balance_transactions.retrieve(charge.balance_transaction).status, "available")

    def test_a_refund_takes_it_away(self):
        intent = self.paid(1000)
        self.v1.refunds.create(params={"payment_intent": intent.id, "amount": 400})
        self.assertEqual(sum(self.amounts()), 541)

    def test_fees_are_not_returned(self):
        intent = self.paid(1000)
        self.v1.refunds.create(params={"payment_intent": intent.id})
        self.assertEqual(sum(self.amounts()), -59)

    def test_accounts_have_their_own(self):
        self.paid(1000)
        other = self.other_account().balance.retrieve()
        self.assertEqual(sum(one.amount for one in [*other.available, *other.pending]), 0)

    def test_not_for_publishable_keys(self):
        with self.refused(stripe.StripeError, status=(401, 403), code="secret_key_required"):
            self.publishable().balance.retrieve()
