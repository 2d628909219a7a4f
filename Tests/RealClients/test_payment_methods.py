"""Payment methods: create, attach, detach, list."""

import stripe

from support import Case, table, tables

NUMBER = {"number": "4242424242424242", "exp_month": 8, "exp_year": 2031, "cvc": "314"}


@tables
class PaymentMethods(Case):
    def made(self, **params):
        return self.v1.payment_methods.create(params={"type": "card", "card": {"token": "tok_visa"}} | params)

    def test_of_a_token(self):
        method = self.made(metadata={"a": "b"})
        self.assertRegex(method.id, "^pm_")
        self.assertEqual((method.type, method.card.brand, method.card.last4), ("card", "visa", "4242"))
        self.assertEqual((method.card.funding, method.card.country), ("credit", "US"))
        self.assertIsNone(method.customer)
        self.assertEqual(method.metadata.a, "b")

    def test_of_a_number(self):
        method = self.made(card=NUMBER)
        self.assertEqual((method.card.last4, method.card.exp_month, method.card.exp_year), ("4242", 8, 2031))
        self.assertNotIn("4242424242424242", self.last.text)

    def test_billing_details(self):
        method = self.made(
            billing_details={"name": "Ada", "email": "ada@example.com", "address": {"postal_code": "94111"}}
        )
        self.assertEqual((method.billing_details.name, method.billing_details.address.postal_code), ("Ada", "94111"))
        self.assertIsNone(method.billing_details.phone)

    def test_retrieve(self):
        method = self.made()
        self.assertEqual(self.v1.payment_methods.retrieve(method.id).to_dict(), method.to_dict())

    def test_retrieve_a_test_method(self):
        method = self.v1.payment_methods.retrieve("pm_card_visa")
        self.assertEqual(method.card.last4, "4242")

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.payment_methods.retrieve("pm_nothing")

    def test_update(self):
        method = self.saved(self.customer())
        changed = self.v1.payment_methods.update(
            method.id, params={"metadata": {"a": "b"}, "billing_details": {"name": "Bob"}, "card": {"exp_year": 2040}}
        )
        self.assertEqual((changed.metadata.a, changed.billing_details.name, changed.card.exp_year), ("b", "Bob", 2040))

    def test_type_is_needed(self):
        with self.refused(status=400, code="parameter_missing", param="type"):
            self.v1.payment_methods.create(params={"card": {"token": "tok_visa"}})

    def test_a_wrong_number(self):
        with self.refused(stripe.CardError, status=402, code="incorrect_number"):
            self.made(card=NUMBER | {"number": "4242424242424241"})

    def test_fingerprint(self):
        first, second, other = self.made(), self.made(card=NUMBER), self.made(card={"token": "tok_mastercard"})
        self.assertEqual(first.card.fingerprint, second.card.fingerprint)
        self.assertNotEqual(first.card.fingerprint, other.card.fingerprint)

    def test_attach(self):
        customer, method = self.customer(), self.made()
        attached = self.v1.payment_methods.attach(method.id, params={"customer": customer.id})
        self.assertEqual((attached.id, attached.customer), (method.id, customer.id))

    @table(
        {
            name: (name, code)
            for name, code in (
                ("pm_card_visa_chargeDeclined", "card_declined"),
                ("pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined"),
                ("pm_card_chargeDeclinedExpiredCard", "expired_card"),
                ("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc"),
                ("pm_card_chargeDeclinedProcessingError", "processing_error"),
            )
        }
    )
    def test_attach_is_declined(self, name, code):
        customer = self.customer()
        with self.refused(stripe.CardError, status=402, code=("card_declined", code)):
            self.v1.payment_methods.attach(name, params={"customer": customer.id})
        self.assertEqual(self.v1.customers.payment_methods.list(customer.id).data, [])

    def test_one_attaches_and_declines_later(self):
        customer = self.customer()
        method = self.saved(customer, "pm_card_chargeCustomerFail")
        self.assertEqual(method.customer, customer.id)
        with self.refused(stripe.CardError, status=402, code="card_declined"):
            self.paid(card=method.id, customer=customer.id)

    def test_attach_to_nobody(self):
        with self.refused(status=(400, 404), code="resource_missing", param="customer"):
            self.v1.payment_methods.attach("pm_card_visa", params={"customer": "cus_nobody"})

    def test_detach(self):
        method = self.saved(self.customer())
        self.assertIsNone(self.v1.payment_methods.detach(method.id).customer)

    def test_detached_is_of_no_use(self):
        customer = self.customer()
        method = self.saved(customer)
        self.v1.payment_methods.detach(method.id)
        with self.refused(status=400):
            self.v1.payment_methods.attach(method.id, params={"customer": customer.id})
        with self.refused(status=400):
            self.paid(card=method.id)

    def test_detach_what_is_not_attached(self):
        method = self.made()
        with self.refused(status=400):
            self.v1.payment_methods.detach(method.id)

    def test_list(self):
        customer, other = self.customer(), self.customer()
        first, second = self.saved(customer), self.saved(customer, "pm_card_amex")
        self.saved(other)
        listed = self.v1.payment_methods.list(params={"customer": customer.id, "type": "card"})
        self.assertEqual([method.id for method in listed.data], [second.id, first.id])

    def test_a_publishable_key_makes_one(self):
        method = self.publishable().payment_methods.create(params={"type": "card", "card": NUMBER})
        intent = self.paid(card=method.id)
        self.assertEqual(intent.status, "succeeded")

    def test_a_publishable_key_makes_tokens_of_bank_accounts(self):
        bank = {"country": "US", "currency": "usd", "routing_number": "110000000", "account_number": "000123456789"}
        token = self.publishable().tokens.create(params={"bank_account": bank})
        self.assertRegex(token.id, "^btok_")
        self.assertEqual((token.type, token.used, token.bank_account.last4), ("bank_account", False, "6789"))

    def test_a_publishable_key_makes_tokens(self):
        token = self.publishable().tokens.create(params={"card": NUMBER})
        self.assertRegex(token.id, "^tok_")
        intent = self.paid(card=None, payment_method_data={"type": "card", "card": {"token": token.id}})
        self.assertEqual(intent.status, "succeeded")
