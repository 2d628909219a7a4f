"""Charges that cardholders contest, and those that their banks warn of."""

from support import table, tables
from test_marketplace import Marketplace


@tables
class Disputes(Marketplace):
    def disputed(self, card="pm_card_createDispute"):
        charge = self.pay(1000, payment_method=card).latest_charge
        return self.v1.disputes.list(params={"charge": charge.id, "expand": ["data.charge"]}).data[0]

    def answer(self, dispute, words, **params):
        return self.v1.disputes.update(dispute.id, params={"evidence": {"uncategorized_text": words}} | params)

    def test_chargeback(self):
        dispute = self.disputed()
        self.assertTrue(dispute.charge.disputed)
        self.assertEqual((dispute.status, dispute.balance_transactions[0].net), ("needs_response", -2500))
        with self.refused(status=400, code="charge_disputed"):
            self.v1.refunds.create(params={"charge": dispute.charge.id})

    def test_won(self):
        dispute = self.answer(self.disputed(), "winning_evidence")
        self.assertEqual((dispute.status, len(dispute.balance_transactions), self.total()), ("won", 2, -559))

    def test_lost(self):
        dispute = self.answer(self.disputed(), "losing_evidence")
        self.assertEqual((dispute.status, self.total()), ("lost", -1559))

    def test_staged(self):
        dispute = self.answer(self.disputed(), "draft", submit=False)
        self.assertEqual((dispute.status, dispute.evidence.uncategorized_text), ("needs_response", "draft"))

    def test_staged_and_then_submitted(self):
        dispute = self.disputed()
        update = self.v1.disputes.update
        update(dispute.id, params={"evidence": {"customer_name": "Jenny", "shipping_carrier": "DHL"}, "submit": False})
        staged = update(
            dispute.id, params={"evidence": {"shipping_carrier": "", "service_date": "May"}, "submit": False}
        )
        evidence = staged.evidence
        self.assertEqual(
            (evidence.customer_name, evidence.shipping_carrier, evidence.service_date), ("Jenny", None, "May")
        )
        self.assertEqual((staged.evidence_details.has_evidence, staged.evidence_details.submission_count), (True, 0))
        done = update(dispute.id, params={"submit": True})
        self.assertEqual((done.status, done.evidence_details.submission_count), ("under_review", 1))
        self.assertEqual(done.evidence.customer_name, "Jenny")

    def test_close(self):
        self.assertEqual(self.v1.disputes.close(self.disputed().id).status, "lost")

    def test_inquiry(self):
        dispute = self.disputed("pm_card_createDisputeInquiry")
        self.assertEqual((dispute.status, dispute.balance_transactions), ("warning_needs_response", []))

    def test_inquiry_escalated(self):
        inquiry = self.disputed("pm_card_createDisputeInquiry")
        dispute = self.answer(inquiry, "escalate_inquiry_evidence")
        self.assertEqual((dispute.id, dispute.status), (inquiry.id, "needs_response"))
        self.assertEqual([moved.net for moved in dispute.balance_transactions], [-2500])
        self.assertEqual((dispute.is_charge_refundable, self.total()), (False, -1559))
        self.assertEqual(len(self.events("charge.dispute.funds_withdrawn")), 1)
        waiting = self.answer(self.disputed("pm_card_createDisputeInquiry"), "papers")
        self.assertEqual((waiting.status, waiting.balance_transactions), ("warning_under_review", []))
        self.assertEqual(self.answer(dispute, "winning_evidence").status, "won")

    def test_product_not_received(self):
        dispute = self.disputed("pm_card_createDisputeProductNotReceived")
        self.assertEqual((dispute.reason, dispute.status), ("product_not_received", "needs_response"))

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.disputes.retrieve("dp_none")

    def test_list(self):
        first, second = self.disputed(), self.disputed()
        self.assertEqual([one.id for one in self.v1.disputes.list().auto_paging_iter()], [second.id, first.id])
        by_intent = self.v1.disputes.list(params={"payment_intent": first.payment_intent}).data
        self.assertEqual([one.id for one in by_intent], [first.id])

    def test_other_evidence_waits(self):
        dispute = self.answer(self.disputed(), "It was delivered.")
        self.assertEqual((dispute.status, dispute.evidence_details.submission_count), ("under_review", 1))
        self.assertTrue(dispute.evidence_details.has_evidence)
        with self.refused(status=400):
            self.answer(dispute, "winning_evidence")

    def test_closed_twice(self):
        dispute = self.v1.disputes.close(self.disputed().id)
        with self.refused(status=400):
            self.v1.disputes.close(dispute.id)
        with self.refused(status=400):
            self.answer(dispute, "winning_evidence")
        self.assertEqual(self.v1.disputes.update(dispute.id, params={"metadata": {"a": "b"}}).metadata.a, "b")

    @table(
        {
            "won": ("winning_evidence", ["updated", "closed", "funds_reinstated"]),
            "lost": ("losing_evidence", ["updated", "closed"]),
            "under review": ("papers", ["updated"]),
        }
    )
    def test_events(self, words, types):
        self.answer(self.disputed(), words)
        told = [event.type.rsplit(".", 1)[1] for event in self.events() if event.type.startswith("charge.dispute.")]
        self.assertEqual(told, ["created", "funds_withdrawn", *types])

    def test_transactions(self):
        dispute = self.answer(self.disputed(), "winning_evidence")
        found = self.v1.balance_transactions.list(params={"source": dispute.id, "type": "adjustment"}).data
        self.assertEqual(
            [(one.reporting_category, one.net) for one in found], [("dispute_reversal", 1000), ("dispute", -2500)]
        )

    def test_refund_after_winning(self):
        dispute = self.answer(self.disputed(), "winning_evidence")
        self.assertTrue(dispute.is_charge_refundable)
        self.v1.refunds.create(params={"charge": dispute.charge})
        self.assertEqual(self.total(), -1559)

    def test_of_a_destination_charge(self):
        account = self.seller()
        intent = self.pay(
            1000,
            payment_method="pm_card_createDispute",
            application_fee_amount=123,
            transfer_data={"destination": account.id},
        )
        self.assertEqual((self.total(), self.total(account.id)), (64 - 2500, 877))
        self.v1.transfers.reversals.create(intent.latest_charge.transfer)
        self.assertEqual((self.total(), self.total(account.id)), (64 - 1500, -123))

    def test_of_a_direct_charge(self):
        account = self.seller()
        options = {"stripe_account": account.id}
        self.pay(1000, options, payment_method="pm_card_createDispute", application_fee_amount=123)
        self.assertEqual((self.total(), self.total(account.id)), (123, 818 - 2500))
        self.assertEqual(self.v1.disputes.list().data, [])
        dispute = self.v1.disputes.list(options=options).data[0]
        won = self.v1.disputes.update(
            dispute.id, params={"evidence": {"uncategorized_text": "winning_evidence"}}, options=options
        )
        self.assertEqual((won.status, self.total(account.id)), ("won", 818 - 1500))


class EarlyFraudWarnings(Marketplace):
    def warned(self, options=None, **params):
        return self.pay(1000, options, payment_method="pm_card_createIssuerFraudRecord", **params)

    def warnings(self, options=None, **params):
        return self.v1.radar.early_fraud_warnings.list(params=params, options=options or {}).data

    def test_warning(self):
        intent = self.warned()
        warning = self.warnings(charge=intent.latest_charge.id)[0]
        self.assertEqual((warning.payment_intent, warning.actionable), (intent.id, True))
        expanded = self.v1.radar.early_fraud_warnings.retrieve(warning.id, params={"expand": ["charge"]})
        self.assertEqual(expanded.charge.id, intent.latest_charge.id)
        event = self.events("radar.early_fraud_warning.created")[0]
        self.assertEqual(event.data.object.id, warning.id)

    def test_filters(self):
        first, second = self.warned(), self.warned()
        self.pay(1000)
        self.assertEqual(len(self.warnings()), 2)
        self.assertEqual([one.payment_intent for one in self.warnings(payment_intent=first.id)], [first.id])
        self.assertEqual(self.warnings(charge="ch_none"), [])
        self.assertEqual(self.warnings(created={"gt": second.created + 3600}), [])

    def test_refunded(self):
        intent = self.warned()
        self.v1.refunds.create(params={"payment_intent": intent.id, "amount": 400})
        self.assertTrue(self.warnings()[0].actionable)
        self.v1.refunds.create(params={"payment_intent": intent.id})
        self.assertFalse(self.warnings()[0].actionable)
        event = self.events("radar.early_fraud_warning.updated")[0]
        self.assertEqual(event.data.previous_attributes.to_dict(), {"actionable": True})

    def test_of_a_direct_charge(self):
        account = self.seller()
        options = {"stripe_account": account.id}
        self.warned(options)
        self.assertEqual((len(self.warnings()), len(self.warnings(options))), (0, 1))

    def test_by_number(self):
        card = {"number": "4000000000005423", "exp_month": 8, "exp_year": 2031, "cvc": "314"}
        self.pay(1000, payment_method=None, payment_method_data={"type": "card", "card": card})
        self.assertEqual(len(self.warnings()), 1)

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.radar.early_fraud_warnings.retrieve("issfr_none")
