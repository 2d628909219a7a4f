"""Customers, and their sources as older clients use them."""

import stripe

from support import Case


class Customers(Case):
    def test_tax(self):
        tax = {"ip_address": "192.0.2.1", "validate_location": "immediately"}
        params = {"address": {"country": "US", "state": "CA"}, "tax": tax, "expand": ["tax"]}
        shown = self.v1.customers.create(params=params).tax
        self.assertEqual((shown.ip_address, shown.location.country, shown.location.state), ("192.0.2.1", "US", "CA"))
        with self.refused(status=400, code="customer_tax_location_invalid"):
            self.v1.customers.create(params={"tax": tax})

    def test_create(self):
        address = {"line1": "1 Main St", "city": "Springfield", "country": "US", "postal_code": "12345"}
        customer = self.customer(
            name="Ada",
            email="ada@example.com",
            phone="555-0100",
            description="regular",
            address=address,
            shipping={"name": "Ada", "address": address},
            metadata={"card": "7"},
        )
        self.assertEqual((customer.name, customer.email, customer.phone), ("Ada", "ada@example.com", "555-0100"))
        self.assertEqual((customer.description, customer.metadata.card), ("regular", "7"))
        self.assertEqual((customer.address.line1, customer.address.line2), ("1 Main St", None))
        self.assertEqual(customer.shipping.address.city, "Springfield")
        self.assertEqual(self.v1.customers.retrieve(customer.id).to_dict(), customer.to_dict())

    def test_create_empty(self):
        customer = self.customer()
        self.assertRegex(customer.id, "^cus_")
        self.assertIsNone(customer.email)
        self.assertIsNone(customer.default_source)
        self.assertIsNone(customer.invoice_settings.default_payment_method)
        self.assertEqual((customer.balance, customer.metadata.to_dict()), (0, {}))

    def test_email(self):
        with self.refused(status=400, code="email_invalid", param="email"):
            self.customer(email="nobody")

    def test_update(self):
        customer = self.customer(name="Ada", email="ada@example.com")
        changed = self.v1.customers.update(customer.id, params={"name": "Bob", "description": "", "email": ""})
        self.assertEqual((changed.name, changed.description, changed.email), ("Bob", None, None))

    def test_unset_shipping(self):
        customer = self.customer(shipping={"name": "Ada", "address": {"line1": "1 Main St"}})
        self.assertIsNone(self.v1.customers.update(customer.id, params={"shipping": ""}).shipping)

    def test_default_payment_method(self):
        customer = self.customer()
        method = self.saved(customer)
        changed = self.v1.customers.update(
            customer.id, params={"invoice_settings": {"default_payment_method": method.id}}
        )
        self.assertEqual(changed.invoice_settings.default_payment_method, method.id)

    def test_create_with_a_method(self):
        customer = self.customer(payment_method="pm_card_visa")
        methods = self.v1.customers.payment_methods.list(customer.id).data
        self.assertEqual([method.card.last4 for method in methods], ["4242"])

    def test_payment_methods(self):
        customer = self.customer()
        first, second = self.saved(customer), self.saved(customer, "pm_card_mastercard")
        listed = self.v1.customers.payment_methods.list(customer.id, params={"type": "card"})
        self.assertEqual([method.id for method in listed.data], [second.id, first.id])
        self.assertEqual(self.v1.customers.payment_methods.retrieve(customer.id, first.id).id, first.id)

    def test_delete(self):
        customer = self.customer(name="Ada")
        method = self.saved(customer)
        gone = self.v1.customers.delete(customer.id)
        self.assertEqual(self.last.json, {"id": customer.id, "object": "customer", "deleted": True})
        self.assertTrue(gone.deleted)
        self.assertTrue(self.v1.customers.retrieve(customer.id).deleted)
        self.assertIsNone(self.v1.payment_methods.retrieve(method.id).customer)
        self.assertEqual(self.v1.customers.list().data, [])

    def test_what_is_deleted_cannot_be_used(self):
        customer = self.customer()
        self.v1.customers.delete(customer.id)
        with self.refused(status=(400, 404)):
            self.v1.customers.update(customer.id, params={"name": "Ada"})
        with self.refused(status=(400, 404)):
            self.intent(customer=customer.id)

    def test_list_by_email(self):
        wanted = self.customer(email="ada@example.com")
        self.customer(email="bob@example.com")
        listed = self.v1.customers.list(params={"email": "ada@example.com"})
        self.assertEqual([customer.id for customer in listed.data], [wanted.id])

    def test_list_by_time(self):
        customer = self.customer()
        self.assertEqual(len(self.v1.customers.list(params={"created": {"gte": customer.created}}).data), 1)
        self.assertEqual(self.v1.customers.list(params={"created": {"lt": customer.created}}).data, [])

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing", says="No such customer: 'cus_nobody'"):
            self.v1.customers.retrieve("cus_nobody")

    def test_accounts_do_not_see_each_other(self):
        customer = self.customer()
        with self.refused(status=404, code="resource_missing"):
            self.other_account().customers.retrieve(customer.id)


class Sources(Case):
    def source(self, customer, token="tok_visa"):
        return self.v1.customers.payment_sources.create(customer.id, params={"source": token})

    def test_the_first_becomes_the_default(self):
        customer = self.customer()
        card = self.source(customer)
        self.assertRegex(card.id, "^card_")
        self.assertEqual(
            (card.object, card.brand.lower(), card.last4, card.customer), ("card", "visa", "4242", customer.id)
        )
        self.assertEqual(self.v1.customers.retrieve(customer.id).default_source, card.id)

    def test_the_second_does_not(self):
        customer = self.customer()
        first, second = self.source(customer), self.source(customer, "tok_mastercard")
        self.assertEqual(self.v1.customers.retrieve(customer.id).default_source, first.id)
        changed = self.v1.customers.update(customer.id, params={"default_source": second.id})
        self.assertEqual(changed.default_source, second.id)

    def test_create_with_a_source(self):
        customer = self.customer(source="tok_visa")
        self.assertRegex(customer.default_source, "^card_")

    def test_list_and_retrieve(self):
        customer = self.customer()
        first, second = self.source(customer), self.source(customer, "tok_mastercard")
        listed = self.v1.customers.payment_sources.list(customer.id)
        self.assertEqual({card.id for card in listed.data}, {first.id, second.id})
        self.assertEqual(self.v1.customers.payment_sources.retrieve(customer.id, first.id).id, first.id)

    def test_seen_only_when_expanded(self):
        customer = self.customer(source="tok_visa")
        plain = self.v1.customers.retrieve(customer.id).to_dict()
        self.assertNotIn("sources", plain)
        wide = self.v1.customers.retrieve(customer.id, params={"expand": ["sources", "default_source"]})
        self.assertEqual([card.id for card in wide.sources.data], [customer.default_source])
        self.assertEqual(wide.default_source.last4, "4242")

    def test_delete(self):
        customer = self.customer(source="tok_visa")
        self.v1.customers.payment_sources.delete(customer.id, customer.default_source)
        self.assertTrue(self.last.json["deleted"])
        self.assertIsNone(self.v1.customers.retrieve(customer.id).default_source)

    def test_pays(self):
        customer = self.customer(source="tok_visa")
        intent = self.paid(card=customer.default_source, customer=customer.id)
        self.assertEqual(intent.status, "succeeded")

    def test_declined(self):
        customer = self.customer()
        with self.refused(stripe.CardError, status=402, code="card_declined"):
            self.source(customer, "tok_chargeDeclined")
        self.assertIsNone(self.v1.customers.retrieve(customer.id).default_source)

    def test_unknown_token(self):
        with self.refused(status=(400, 404), code="resource_missing"):
            self.source(self.customer(), "tok_nothing")
