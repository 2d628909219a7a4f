"""Checkout Sessions and payment links, and the payments that customers make through them."""

import contextlib
import http.client
import urllib.parse

import stripe

from support import Case, table, tables
from test_marketplace import SELLER

SUCCESS = "https://shop.test/done?session={CHECKOUT_SESSION_ID}"
CARD = {
    "payment_method_data[type]": "card",
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "34",
    "payment_method_data[card][cvc]": "123",
    "payment_method_data[billing_details][name]": "Jenny Rosen",
    "email": "jenny@example.com",
}


def line(amount=1500, quantity=1, currency="usd", **more):
    """A line item that describes its price."""
    price = {"currency": currency, "unit_amount": amount, "product_data": {"name": "Teapot"}}
    return {"price_data": price, "quantity": quantity} | more


class Checkout(Case):
    """What the cases share."""

    def session(self, amount=1500, options=None, **params):
        defaults = {"mode": "payment", "success_url": SUCCESS, "line_items": [line(amount)]}
        return self.v1.checkout.sessions.create(params=defaults | params, options=options or {})

    def pay(self, session, number="4242424242424242", status=200, key=None, account=None, **more):
        """Does what the hosted page does when its form is sent; gives the session, or the error."""
        form = CARD | {"payment_method_data[card][number]": number} | more
        headers = {"Stripe-Account": account} if account else None
        answer = self.raw("POST", f"/v1/payment_pages/{session.id}/confirm", form, headers, key)
        self.assertEqual(answer.status, status, answer.text[:300])
        return answer.json if status == 200 else answer.json["error"]

    def opened(self, link):
        answer = self.raw("POST", "/v1/payment_pages", {"payment_link": link.id})
        self.assertEqual(answer.status, 200, answer.text[:300])
        return self.v1.checkout.sessions.retrieve(answer.json["id"])

    def seller(self):
        return self.v1.accounts.create(params=SELLER).id

    def total(self, account=None):
        balance = self.v1.balance.retrieve(options={"stripe_account": account} if account else {})
        return sum(part.amount for part in [*balance.available, *balance.pending])


@tables
class Sessions(Checkout):
    def test_new(self):
        session = self.session()
        self.assertRegex(session.id, "^cs_test_")
        self.assertEqual((session.status, session.payment_status, session.mode), ("open", "unpaid", "payment"))
        self.assertEqual((session.amount_total, session.amount_subtotal, session.currency), (1500, 1500, "usd"))
        self.assertIsNone(session.payment_intent)
        self.assertEqual(session.expires_at - session.created, 86400)
        self.assertNotIn("line_items", session.to_dict())
        self.assertTrue(session.url.endswith(f"/c/pay/{session.id}"))

    def test_page(self):
        session = self.session()
        path = urllib.parse.urlsplit(session.url).path
        answer = self.page(path)
        self.assertIn("Teapot", answer)
        self.assertIn("15.00", answer)

    def page(self, path):
        parts = urllib.parse.urlsplit(self.base)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            self.assertEqual(response.status, 200)
            return response.read().decode()
        finally:
            connection.close()

    def test_by_price(self):
        price = self.v1.prices.create(
            params={"currency": "eur", "unit_amount": 700, "product_data": {"name": "Cup"}}
        )
        session = self.session(line_items=[{"price": price.id, "quantity": 3}], expand=["line_items.data.price.product"])
        item = session.line_items.data[0]
        self.assertEqual((session.amount_total, item.quantity, item.price.id), (2100, 3, price.id))
        self.assertEqual((item.description, item.price.product.name), ("Cup", "Cup"))

    def test_line_items(self):
        session = self.session(line_items=[line(100 + number) for number in range(12)])
        items = self.v1.checkout.sessions.line_items
        self.assertEqual(len(items.list(session.id).data), 10)
        found = [item.amount_total for item in items.list(session.id, params={"limit": 5}).auto_paging_iter()]
        self.assertEqual(found, [100 + number for number in range(12)])

    def test_paid(self):
        session = self.session(metadata={"order": "7"}, client_reference_id="A7")
        self.pay(session)
        session = self.v1.checkout.sessions.retrieve(session.id, params={"expand": ["payment_intent.latest_charge"]})
        self.assertEqual((session.status, session.payment_status, session.url), ("complete", "paid", None))
        self.assertEqual(session.payment_intent.amount_received, 1500)
        self.assertEqual(session.payment_intent.latest_charge.billing_details.name, "Jenny Rosen")
        self.assertRegex(session.payment_intent.latest_charge.receipt_url, r"/receipts/ch_\w+$")
        self.assertEqual(session.customer_details.email, "jenny@example.com")
        self.assertEqual((session.metadata["order"], session.client_reference_id), ("7", "A7"))
        (event,) = self.events("checkout.session.completed")
        self.assertEqual((event.data.object.id, event.data.object.payment_status), (session.id, "paid"))

    def test_publishable(self):
        session = self.session()
        paid = self.pay(session, key=f"pk_test_{self.name}")
        self.assertEqual(paid["status"], "complete")

    def test_declined_and_paid(self):
        session = self.session()
        error = self.pay(session, "4000000000009995", status=402)
        self.assertEqual((error["code"], error["decline_code"]), ("card_declined", "insufficient_funds"))
        self.assertEqual(self.v1.checkout.sessions.retrieve(session.id).status, "open")
        paid = self.pay(session)
        charges = self.v1.charges.list(params={"payment_intent": paid["payment_intent"]}).data
        self.assertEqual([charge.status for charge in charges], ["succeeded", "failed"])

    def test_paid_twice(self):
        session = self.session()
        self.pay(session)
        self.pay(session, status=400)
        self.assertEqual(len(self.v1.charges.list().data), 1)

    def test_authenticated(self):
        session = self.session()
        self.pay(session, "4000002760003184")
        waiting = self.v1.checkout.sessions.retrieve(session.id, params={"expand": ["payment_intent"]})
        self.assertEqual((waiting.status, waiting.payment_intent.status), ("open", "requires_action"))
        with self.refused(code="payment_intent_unexpected_state"):
            self.v1.payment_intents.cancel(waiting.payment_intent.id)
        self.authenticated(waiting.payment_intent, True)
        self.assertEqual(self.v1.checkout.sessions.retrieve(session.id).payment_status, "paid")

    def test_held(self):
        session = self.session(payment_intent_data={"capture_method": "manual"})
        paid = self.pay(session)
        self.assertEqual((paid["status"], paid["payment_status"]), ("complete", "unpaid"))
        self.v1.payment_intents.capture(paid["payment_intent"])
        self.assertEqual(self.v1.checkout.sessions.retrieve(session.id).payment_status, "paid")

    def test_intent_data(self):
        data = {
            "description": "Tea",
            "metadata": {"order": "7"},
            "receipt_email": "jo@example.com",
            "statement_descriptor_suffix": "TEA",
            "transfer_group": "T1",
        }
        intent = self.v1.payment_intents.retrieve(self.pay(self.session(payment_intent_data=data))["payment_intent"])
        self.assertEqual((intent.description, intent.metadata["order"]), ("Tea", "7"))
        self.assertEqual((intent.receipt_email, intent.transfer_group), ("jo@example.com", "T1"))

    def test_destination(self):
        seller = self.seller()
        data = {"application_fee_amount": 123, "transfer_data": {"destination": seller}}
        self.pay(self.session(1000, payment_intent_data=data))
        self.assertEqual((self.total(), self.total(seller)), (64, 877))

    def test_direct(self):
        seller = self.seller()
        options = {"stripe_account": seller}
        session = self.session(1000, options, payment_intent_data={"application_fee_amount": 123})
        self.pay(session, account=seller)
        self.assertEqual((self.total(), self.total(seller)), (123, 818))
        with self.refused(status=404, code="resource_missing"):
            self.v1.checkout.sessions.retrieve(session.id)

    def test_expired(self):
        session = self.session()
        expired = self.v1.checkout.sessions.expire(session.id)
        self.assertEqual((expired.status, expired.url), ("expired", None))
        with self.refused(status=400):
            self.v1.checkout.sessions.expire(session.id)
        self.pay(session, status=400)
        self.assertEqual(len(self.events("checkout.session.expired")), 1)

    def test_setup(self):
        customer = self.customer(email="jo@example.com")
        session = self.v1.checkout.sessions.create(
            params={"mode": "setup", "success_url": SUCCESS, "currency": "usd", "customer": customer.id}
        )
        self.assertEqual(session.payment_status, "no_payment_required")
        saved = self.pay(session)
        self.assertEqual(saved["status"], "complete")
        methods = self.v1.customers.payment_methods.list(customer.id).data
        self.assertEqual([method.card.last4 for method in methods], ["4242"])

    def test_customer_made(self):
        paid = self.pay(self.session(customer_creation="always"))
        customer = self.v1.customers.retrieve(paid["customer"])
        self.assertEqual((customer.email, customer.name), ("jenny@example.com", "Jenny Rosen"))

    def test_card_kept(self):
        paid = self.pay(self.session(payment_intent_data={"setup_future_usage": "off_session"}))
        self.assertEqual(len(self.v1.customers.payment_methods.list(paid["customer"]).data), 1)

    def test_shipping(self):
        rate = {"display_name": "Parcel", "type": "fixed_amount", "fixed_amount": {"amount": 500, "currency": "usd"}}
        session = self.session(
            shipping_address_collection={"allowed_countries": ["US", "DE"]},
            shipping_options=[{"shipping_rate_data": rate}],
        )
        self.assertEqual((session.amount_total, session.shipping_cost.amount_total), (2000, 500))
        address = {"shipping[name]": "Jo", "shipping[address][line1]": "1 Main St", "shipping[address][country]": "US"}
        paid = self.pay(session, **address)
        self.assertEqual(paid["collected_information"]["shipping_details"]["name"], "Jo")
        self.pay(self.session(shipping_address_collection={"allowed_countries": ["DE"]}), status=400, **address)

    def test_shipping_rates(self):
        rates = self.v1.shipping_rates
        amount = {"amount": 500, "currency": "usd"}
        estimate = {"maximum": {"unit": "business_day", "value": 5}}
        rate = rates.create(params={"display_name": "Parcel", "fixed_amount": amount, "delivery_estimate": estimate})
        self.assertRegex(rate.id, "^shr_")
        self.assertEqual((rate.active, rate.type, rate.fixed_amount.amount), (True, "fixed_amount", 500))
        self.assertEqual(rates.retrieve(rate.id).to_dict(), rate.to_dict())
        session = self.session(shipping_options=[{"shipping_rate": rate.id}])
        self.assertEqual(session.shipping_cost.shipping_rate, rate.id)
        paid = self.pay(session)
        self.assertEqual((paid["amount_total"], paid["total_details"]["amount_shipping"]), (2000, 500))
        self.assertFalse(rates.update(rate.id, params={"active": False}).active)
        self.assertEqual(rates.list(params={"active": True}).data, [])
        with self.refused(status=400, param="shipping_options[0][shipping_rate]"):
            self.session(shipping_options=[{"shipping_rate": rate.id}])

    def test_custom_fields(self):
        fields = [
            {"key": "engraving", "label": {"type": "custom", "custom": "Engraving"}, "type": "text"},
            {
                "key": "size",
                "label": {"type": "custom", "custom": "Size"},
                "type": "dropdown",
                "dropdown": {"options": [{"label": "Small", "value": "s"}]},
                "optional": True,
            },
        ]
        session = self.session(custom_fields=fields)
        self.assertEqual([field.key for field in session.custom_fields], ["engraving", "size"])
        self.pay(session, status=400)
        self.pay(session, **{"custom_fields[engraving]": "Jo"})
        session = self.v1.checkout.sessions.retrieve(session.id)
        self.assertEqual(session.custom_fields[0].text.value, "Jo")
        self.assertIsNone(session.custom_fields[1].dropdown.value)
        link = self.v1.payment_links.create(params={"line_items": [line()], "custom_fields": fields})
        self.assertEqual(len(self.opened(link).custom_fields), 2)
        with self.refused(status=400, param="custom_fields"):
            self.session(custom_fields=[fields[0] | {"key": f"a{number}"} for number in range(4)])

    def test_consent(self):
        session = self.session(consent_collection={"terms_of_service": "required"})
        self.assertIsNone(session.consent.terms_of_service)
        self.pay(session, status=400)
        paid = self.pay(session, **{"consent[terms_of_service]": "accepted"})
        self.assertEqual(paid["consent"]["terms_of_service"], "accepted")

    def test_quantity(self):
        session = self.session(
            line_items=[line(500, adjustable_quantity={"enabled": True, "minimum": 1, "maximum": 4})],
            expand=["line_items"],
        )
        item = session.line_items.data[0].id
        for quantity, status in ((3, 200), (5, 400), (0, 400)):
            form = {"line_items[0][id]": item, "line_items[0][quantity]": quantity}
            self.assertEqual(self.raw("POST", f"/v1/payment_pages/{session.id}", form).status, status)
        self.assertEqual(self.v1.checkout.sessions.retrieve(session.id).amount_total, 1500)

    def test_recovered(self):
        session = self.session(after_expiration={"recovery": {"enabled": True}}, metadata={"order": "7"})
        recovery = self.v1.checkout.sessions.expire(session.id).after_expiration.recovery
        parts = urllib.parse.urlsplit(recovery.url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        with contextlib.closing(connection):
            connection.request("GET", parts.path)
            place = connection.getresponse().getheader("Location")
        again = self.v1.checkout.sessions.retrieve(place.rsplit("/", 1)[1])
        self.assertEqual((again.recovered_from, again.metadata["order"]), (session.id, "7"))
        self.assertEqual(self.pay(again)["status"], "complete")

    def test_customer_updated(self):
        customer = self.customer(name="Jo")
        session = self.session(customer=customer.id, customer_update={"name": "auto"})
        self.pay(session)
        self.assertEqual(self.v1.customers.retrieve(customer.id).name, "Jenny Rosen")
        with self.refused(status=400, param="customer_update"):
            self.session(customer_update={"name": "auto"})

    def test_method_options(self):
        options = {"card": {"request_three_d_secure": "any"}}
        session = self.session(payment_method_options=options)
        self.assertEqual(session.payment_method_options.card.request_three_d_secure, "any")

    def test_no_invoice(self):
        session = self.session(invoice_creation={"enabled": False})
        self.assertFalse(session.invoice_creation.enabled)
        with self.refused(status=400, param="invoice_creation[enabled]"):
            self.session(invoice_creation={"enabled": True})

    def test_update(self):
        session = self.session(metadata={"a": "1"})
        changed = self.v1.checkout.sessions.update(session.id, params={"metadata": {"b": "2"}})
        self.assertEqual(changed.metadata.to_dict(), {"a": "1", "b": "2"})

    def test_list(self):
        one, two = self.session(), self.session()
        paid = self.pay(two)
        sessions = self.v1.checkout.sessions
        self.assertEqual([found.id for found in sessions.list().data], [two.id, one.id])
        filters = ({"status": "complete"}, {"payment_intent": paid["payment_intent"]})
        filters += ({"customer_details": {"email": "jenny@example.com"}},)
        for params in filters:
            self.assertEqual([found.id for found in sessions.list(params=params).data], [two.id], params)

    def test_embedded(self):
        session = self.v1.checkout.sessions.create(
            params={
                "mode": "payment",
                "ui_mode": "embedded_page",
                "return_url": SUCCESS,
                "line_items": [line()],
            }
        )
        self.assertTrue(session.client_secret.startswith(session.id + "_secret_"))
        self.assertIsNone(session.url)

    def test_former_names(self):
        headers = {"Stripe-Version": "2025-02-24.acacia"}
        form = {
            "mode": "payment",
            "success_url": SUCCESS,
            "ui_mode": "hosted",
            "line_items[0][quantity]": 1,
            "line_items[0][price_data][currency]": "usd",
            "line_items[0][price_data][unit_amount]": 900,
            "line_items[0][price_data][product_data][name]": "Tea",
        }
        with self.unjudged():
            answer = self.raw("POST", "/v1/checkout/sessions", form, headers)
        self.assertEqual((answer.json["ui_mode"], answer.json["shipping_details"]), ("hosted", None))

    @contextlib.contextmanager
    def unjudged(self):
        """Answers in the form of older versions, which the schemas of the present one do not know."""
        before = len(self.recorder.wrong)
        yield
        del self.recorder.wrong[before:]

    @table(
        {
            "mode": ({"mode": "subscription"}, "mode"),
            "no lines": ({"line_items": []}, "line_items"),
            "no price": ({"line_items": [{"quantity": 1}]}, "line_items[0][price]"),
            "no quantity": ({"line_items": [{"price": "price_x"}]}, "line_items[0][quantity]"),
            "price": ({"line_items": [{"price": "price_x", "quantity": 1}]}, "line_items[0][price]"),
            "small": ({"line_items": [line(1)]}, "line_items"),
            "large": ({"line_items": [line(99_999_999, 2)]}, "line_items[0]"),
            "currencies": ({"line_items": [line(), line(currency="eur")]}, "line_items[1]"),
            "fee": (
                {"payment_intent_data": {"application_fee_amount": 5}},
                "payment_intent_data[application_fee_amount]",
            ),
            "destination": (
                {"payment_intent_data": {"transfer_data": {"destination": "acct_x"}}},
                "payment_intent_data[transfer_data][destination]",
            ),
            "soon": ({"expires_at": 1}, "expires_at"),
            "late": ({"expires_at": 4102444800}, "expires_at"),
            "customer": ({"customer": "cus_x"}, "customer"),
            "return": ({"return_url": SUCCESS}, "return_url"),
            "ui mode": ({"ui_mode": "hosted"}, "ui_mode"),
            "method": ({"payment_method_types": ["card_present"]}, "payment_method_types"),
        }
    )
    def test_refused(self, params, param):
        with self.refused(status=400, param=param):
            self.session(**params)
        self.assertEqual(self.v1.products.list().data, [])


class Links(Checkout):
    def link(self, amount=1500, options=None, **params):
        return self.v1.payment_links.create(params={"line_items": [line(amount)]} | params, options=options or {})

    def test_a_preview_begins_nothing(self):
        link = self.link()
        place = urllib.parse.urlsplit(link.url)
        connection = http.client.HTTPConnection(place.hostname, place.port, timeout=30)
        connection.request("HEAD", place.path)
        status = connection.getresponse().status
        connection.close()
        self.assertEqual(status, 303)
        self.assertEqual(self.v1.checkout.sessions.list(params={"payment_link": link.id}).data, [])

    def test_new(self):
        link = self.link(metadata={"table": "7"})
        self.assertRegex(link.id, "^plink_")
        self.assertRegex(link.url, "/b/test_")
        self.assertEqual((link.active, link.currency, link.after_completion.type), (True, "usd", "hosted_confirmation"))
        self.assertEqual(self.v1.payment_links.retrieve(link.id).to_dict(), link.to_dict())
        self.assertEqual(self.v1.payment_links.line_items.list(link.id).data[0].amount_total, 1500)

    def test_paid(self):
        link = self.link(metadata={"table": "7"})
        session = self.opened(link)
        self.assertEqual((session.payment_link, session.metadata["table"]), (link.id, "7"))
        self.pay(session)
        (found,) = self.v1.checkout.sessions.list(params={"payment_link": link.id}).data
        self.assertEqual(found.payment_status, "paid")

    def test_destination(self):
        seller = self.seller()
        link = self.link(1000, application_fee_amount=123, transfer_data={"destination": seller})
        self.pay(self.opened(link))
        self.assertEqual((self.total(), self.total(seller)), (64, 877))

    def test_quantity(self):
        link = self.link(500)
        links = self.v1.payment_links
        (item,) = links.line_items.list(link.id).data
        links.update(link.id, params={"line_items": [{"id": item.id, "quantity": 3}]})
        self.assertEqual(links.line_items.list(link.id).data[0].amount_total, 1500)
        self.assertEqual(self.opened(link).amount_total, 1500)
        with self.refused(status=400):
            links.create(params={"line_items": [line(100)] * 21})

    def test_percent(self):
        with self.refused(status=400, param="application_fee_percent"):
            self.link(application_fee_percent=5.5)

    def test_redirect(self):
        link = self.link(after_completion={"type": "redirect", "redirect": {"url": "https://shop.test/thanks"}})
        self.assertEqual(link.after_completion.redirect.url, "https://shop.test/thanks")
        self.assertEqual(self.opened(link).success_url, "https://shop.test/thanks")

    def test_closed(self):
        link = self.v1.payment_links.update(self.link().id, params={"active": False, "inactive_message": "Sold out"})
        self.assertFalse(link.active)
        answer = self.raw("POST", "/v1/payment_pages", {"payment_link": link.id})
        self.assertEqual((answer.status, answer.json["error"]["message"]), (400, "Sold out"))
        self.assertEqual(self.v1.payment_links.list(params={"active": True}).data, [])

    def test_limit(self):
        link = self.link(restrictions={"completed_sessions": {"limit": 1}})
        one, two = self.opened(link), self.opened(link)
        self.pay(one)
        self.pay(two, status=400)
        link = self.v1.payment_links.retrieve(link.id)
        self.assertEqual((link.active, link.restrictions.completed_sessions.count), (False, 1))

    def test_intent_data(self):
        link = self.link(payment_intent_data={"description": "Tea", "metadata": {"a": "1"}})
        intent = self.v1.payment_intents.retrieve(self.pay(self.opened(link))["payment_intent"])
        self.assertEqual((intent.description, intent.metadata["a"]), ("Tea", "1"))

    def test_events(self):
        link = self.link()
        self.v1.payment_links.update(link.id, params={"metadata": {"a": "1"}})
        events = self.events("payment_link.created", "payment_link.updated")
        self.assertEqual([event.type for event in events], ["payment_link.created", "payment_link.updated"])

    def test_unknown(self):
        with self.refused(stripe.InvalidRequestError, status=404, code="resource_missing"):
            self.v1.payment_links.retrieve("plink_x")
