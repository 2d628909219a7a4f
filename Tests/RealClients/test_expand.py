"""expand[]: objects in place of their ids."""

from support import Case


class Expand(Case):
    def whole(self):
        """A paid intent of a customer."""
        customer = self.customer(name="Ada")
        return self.paid(customer=customer.id), customer

    def expanded(self, intent, *paths):
        return self.v1.payment_intents.retrieve(intent.id, params={"expand": list(paths)})

    def test_one(self):
        intent, customer = self.whole()
        self.assertEqual(self.expanded(intent, "customer").customer.to_dict(), customer.to_dict())

    def test_several(self):
        intent, _ = self.whole()
        seen = self.expanded(intent, "customer", "latest_charge", "payment_method")
        self.assertEqual((seen.customer.name, seen.latest_charge.paid), ("Ada", True))
        self.assertEqual(seen.payment_method.card.last4, "4242")

    def test_for_one_answer_only(self):
        intent, customer = self.whole()
        self.expanded(intent, "customer")
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).customer, customer.id)

    def test_four_deep(self):
        intent, customer = self.whole()
        seen = self.expanded(intent, "latest_charge.balance_transaction.source.customer")
        self.assertEqual(seen.latest_charge.balance_transaction.net, 941)
        self.assertEqual(seen.latest_charge.balance_transaction.source.customer.name, "Ada")

    def test_five_deep(self):
        intent, _ = self.whole()
        with self.refused(status=400):
            self.expanded(intent, "latest_charge.payment_intent.latest_charge.payment_intent.customer")

    def test_unknown(self):
        intent, _ = self.whole()
        with self.refused(status=400, says="cannot be expanded"):
            self.expanded(intent, "color")

    def test_what_is_no_object(self):
        intent, _ = self.whole()
        for path in ("amount", "status", "metadata", "customer.name"):
            with self.refused(status=400, says="cannot be expanded"):
                self.expanded(intent, path)

    def test_null_stays_null(self):
        intent = self.intent()
        seen = self.expanded(intent, "customer", "latest_charge", "payment_method")
        self.assertEqual((seen.customer, seen.latest_charge, seen.payment_method), (None, None, None))

    def test_in_lists(self):
        _, customer = self.whole()
        listed = self.v1.payment_intents.list(params={"expand": ["data.customer", "data.latest_charge"]})
        self.assertEqual((listed.data[0].customer.id, listed.data[0].latest_charge.paid), (customer.id, True))

    def test_in_lists_deeper(self):
        self.whole()
        listed = self.v1.payment_intents.list(params={"expand": ["data.latest_charge.balance_transaction"]})
        self.assertEqual(listed.data[0].latest_charge.balance_transaction.fee, 59)

    def test_in_lists_the_path_begins_with_data(self):
        self.whole()
        with self.refused(status=400):
            self.v1.payment_intents.list(params={"expand": ["customer"]})

    def test_at_create(self):
        intent = self.paid(expand=["latest_charge", "payment_method"])
        self.assertEqual((intent.latest_charge.amount, intent.payment_method.type), (1000, "card"))

    def test_at_capture(self):
        intent = self.v1.payment_intents.capture(self.held().id, params={"expand": ["latest_charge"]})
        self.assertTrue(intent.latest_charge.captured)

    def test_at_a_refund(self):
        intent = self.paid(1000)
        refund = self.v1.refunds.create(
            params={
                "payment_intent": intent.id,
                "amount": 400,
                "expand": ["charge", "payment_intent", "balance_transaction"],
            }
        )
        self.assertEqual((refund.charge.amount_refunded, refund.payment_intent.status), (400, "succeeded"))
        self.assertEqual(refund.balance_transaction.net, -400)

    def test_includes_the_refunds_of_a_charge(self):
        intent = self.paid(1000)
        refund = self.v1.refunds.create(params={"payment_intent": intent.id})
        charge = self.v1.charges.retrieve(intent.latest_charge, params={"expand": ["refunds"]})
        self.assertEqual([one.id for one in charge.refunds.data], [refund.id])

    def test_the_default_method_of_a_customer(self):
        customer = self.customer()
        method = self.saved(customer)
        self.v1.customers.update(customer.id, params={"invoice_settings": {"default_payment_method": method.id}})
        path = "invoice_settings.default_payment_method"
        seen = self.v1.customers.retrieve(customer.id, params={"expand": [path]})
        self.assertEqual(seen.invoice_settings.default_payment_method.card.last4, "4242")

    def test_is_a_list(self):
        intent, _ = self.whole()
        answer = self.raw("GET", f"/v1/payment_intents/{intent.id}?expand=customer")
        self.assertEqual((answer.status, answer.json["error"]["message"][:13]), (400, "Invalid array"))

    def test_both_ways_of_writing(self):
        intent, customer = self.whole()
        for query in ("expand[]=customer&expand[]=latest_charge", "expand[0]=customer&expand[1]=latest_charge"):
            answer = self.raw("GET", f"/v1/payment_intents/{intent.id}?{query}").json
            self.assertEqual((answer["customer"]["id"], answer["latest_charge"]["object"]), (customer.id, "charge"))
