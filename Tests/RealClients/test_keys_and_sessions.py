"""What an app on a phone gets: ephemeral keys and customer sessions."""

import time

import stripe

from support import Case

MOBILE = "2024-04-10"


class EphemeralKeys(Case):
    def key(self, customer):
        return self.v1.ephemeral_keys.create(params={"customer": customer.id}, options={"stripe_version": MOBILE})

    def test_create(self):
        customer = self.customer()
        key = self.key(customer)
        self.assertRegex(key.id, "^ephkey_")
        self.assertRegex(key.secret, "^ek_test_")
        self.assertAlmostEqual(key.expires - key.created, 3600, delta=1800)
        self.assertEqual(self.last.json["associated_objects"], [{"id": customer.id, "type": "customer"}])

    def test_the_version_of_the_app_is_needed(self):
        customer = self.customer()
        answer = self.raw("POST", "/v1/ephemeral_keys", {"customer": customer.id})
        self.assertEqual((answer.status, answer.json["error"]["type"]), (400, "invalid_request_error"))

    def test_unknown_customer(self):
        with self.refused(status=(400, 404), code="resource_missing"):
            self.v1.ephemeral_keys.create(params={"customer": "cus_nobody"}, options={"stripe_version": MOBILE})

    def test_opens_its_customer(self):
        customer = self.customer(name="Ada")
        method = self.saved(customer)
        app = self.as_client(self.key(customer).secret).v1
        self.assertEqual(app.customers.retrieve(customer.id).name, "Ada")
        listed = app.payment_methods.list(params={"customer": customer.id, "type": "card"})
        self.assertEqual([one.id for one in listed.data], [method.id])
        changed = app.customers.update(customer.id, params={"description": "from the app"})
        self.assertEqual(changed.description, "from the app")

    def test_attaches_to_its_customer(self):
        customer = self.customer()
        method = self.v1.payment_methods.create(params={"type": "card", "card": {"token": "tok_visa"}})
        app = self.as_client(self.key(customer).secret).v1
        app.payment_methods.attach(method.id, params={"customer": customer.id})
        self.assertEqual(self.v1.payment_methods.retrieve(method.id).customer, customer.id)

    def test_opens_nobody_else(self):
        customer, other = self.customer(), self.customer()
        app = self.as_client(self.key(customer).secret).v1
        with self.refused(stripe.StripeError):
            app.customers.retrieve(other.id)
        with self.refused(stripe.StripeError):
            app.customers.update(other.id, params={"name": "Eve"})

    def test_does_not_charge(self):
        customer = self.customer()
        app = self.as_client(self.key(customer).secret).v1
        with self.refused(stripe.StripeError):
            app.refunds.list()
        with self.refused(stripe.StripeError):
            app.payment_intents.create(params={"amount": 1000, "currency": "usd"})

    def test_delete(self):
        customer = self.customer()
        key = self.key(customer)
        self.v1.ephemeral_keys.delete(key.id)
        with self.refused(stripe.AuthenticationError, status=401):
            self.as_client(key.secret).v1.customers.retrieve(customer.id)


class CustomerSessions(Case):
    def test_create(self):
        customer = self.customer()
        session = self.v1.customer_sessions.create(
            params={"customer": customer.id, "components": {"payment_element": {"enabled": True}}}
        )
        self.assertTrue(session.client_secret)
        self.assertEqual(session.customer, customer.id)
        self.assertGreater(session.expires_at, time.time())
        self.assertLess(session.expires_at, time.time() + 86400)
        enabled = {name: part["enabled"] for name, part in session.components.to_dict().items() if part}
        self.assertTrue(enabled.pop("payment_element"))
        self.assertEqual(set(enabled), {"buy_button", "customer_sheet", "mobile_payment_element", "pricing_table"})
        self.assertFalse(any(enabled.values()))

    def test_features(self):
        features = {"payment_method_redisplay": "enabled", "payment_method_save": "disabled"}
        session = self.v1.customer_sessions.create(
            params={
                "customer": self.customer().id,
                "components": {"mobile_payment_element": {"enabled": True, "features": features}},
            }
        )
        shown = session.components.mobile_payment_element.features
        self.assertEqual((shown.payment_method_redisplay, shown.payment_method_save), ("enabled", "disabled"))

    def test_components_are_needed(self):
        with self.refused(status=400, code="parameter_missing", param="components"):
            self.v1.customer_sessions.create(params={"customer": self.customer().id})

    def test_unknown_customer(self):
        with self.refused(status=(400, 404), code="resource_missing"):
            self.v1.customer_sessions.create(
                params={"customer": "cus_nobody", "components": {"payment_element": {"enabled": True}}}
            )

    def test_only_create_exists(self):
        self.assertEqual(self.raw("GET", "/v1/customer_sessions").status, 404)
