"""PaymentIntents: create, retrieve, update, list, confirm, capture, cancel, increment, and the publishable key."""

import time

import stripe

from support import Case, table, tables

AUTOMATIC = {"enabled": True, "allow_redirects": "never"}
VISA = {"type": "card", "card": {"token": "tok_visa"}}


class Create(Case):
    def test_defaults(self):
        intent = self.v1.payment_intents.create(params={"amount": 1000, "currency": "usd"})
        self.assertEqual((intent.status, intent.amount, intent.currency), ("requires_payment_method", 1000, "usd"))
        self.assertEqual((intent.capture_method, intent.confirmation_method), ("automatic_async", "automatic"))
        self.assertEqual((intent.amount_received, intent.amount_capturable), (0, 0))
        self.assertEqual(intent.automatic_payment_methods.to_dict(), {"enabled": True, "allow_redirects": "always"})
        self.assertIn("card", intent.payment_method_types)
        self.assertIsNone(intent.latest_charge)
        self.assertIsNone(intent.payment_method)
        self.assertEqual(intent.metadata.to_dict(), {})
        self.assertFalse(intent.livemode)
        self.assertAlmostEqual(intent.created, time.time(), delta=120)

    def test_ids_and_client_secret(self):
        intent = self.intent()
        self.assertRegex(intent.id, r"^pi_[0-9A-Za-z]{24,}$")
        self.assertRegex(intent.client_secret, rf"^{intent.id}_secret_\w{{8,}}$")

    def test_explicit_types_are_not_automatic(self):
        intent = self.intent(payment_method_types=["card", "card_present"])
        self.assertIsNone(intent.automatic_payment_methods)
        self.assertEqual(sorted(intent.payment_method_types), ["card", "card_present"])

    def test_capture_method_default_of_an_old_version(self):
        old = self.as_client(f"sk_test_{self.name}", stripe_version="2023-10-16").v1
        intent = old.payment_intents.create(params={"amount": 1000, "currency": "usd"})
        self.assertEqual(intent.capture_method, "automatic")
        self.assertTrue(intent.automatic_payment_methods.enabled)

    def test_automatic_payment_methods_default_of_an_older_version(self):
        old = self.as_client(f"sk_test_{self.name}", stripe_version="2022-11-15").v1
        intent = old.payment_intents.create(params={"amount": 1000, "currency": "usd"})
        self.assertIsNone(intent.automatic_payment_methods)

    def test_with_a_payment_method(self):
        intent = self.intent(payment_method="pm_card_visa")
        self.assertEqual(intent.status, "requires_confirmation")
        self.assertRegex(intent.payment_method, "^pm_")

    def test_each_use_of_a_test_method_is_a_fresh_one(self):
        first, second = self.intent(payment_method="pm_card_visa"), self.intent(payment_method="pm_card_visa")
        self.assertNotEqual(first.payment_method, second.payment_method)

    def test_and_confirm(self):
        intent = self.paid()
        self.assertEqual((intent.status, intent.amount_received, intent.amount_capturable), ("succeeded", 1000, 0))
        self.assertRegex(intent.latest_charge, "^ch_")
        self.assertIsNone(intent.last_payment_error)
        self.assertIsNone(intent.next_action)

    def test_what_is_given_comes_back(self):
        shipping = {
            "name": "Ada",
            "phone": "555",
            "address": {"line1": "1 Main St", "city": "Springfield", "country": "US"},
        }
        intent = self.intent(
            description="two cups",
            metadata={"order": "7"},
            receipt_email="ada@example.com",
            shipping=shipping,
            statement_descriptor_suffix="CUPS",
            transfer_group="group",
            setup_future_usage="off_session",
        )
        self.assertEqual((intent.description, intent.receipt_email), ("two cups", "ada@example.com"))
        self.assertEqual((intent.statement_descriptor_suffix, intent.transfer_group), ("CUPS", "group"))
        self.assertEqual((intent.setup_future_usage, intent.metadata.order), ("off_session", "7"))
        self.assertEqual((intent.shipping.name, intent.shipping.address.line1), ("Ada", "1 Main St"))
        self.assertIsNone(intent.shipping.address.postal_code)

    def test_payment_method_data_becomes_a_method(self):
        intent = self.intent(payment_method_data=VISA)
        self.assertEqual(intent.status, "requires_confirmation")
        method = self.v1.payment_methods.retrieve(intent.payment_method)
        self.assertEqual((method.card.brand, method.card.last4), ("visa", "4242"))

    def test_customer(self):
        customer = self.customer()
        self.assertEqual(self.intent(customer=customer.id).customer, customer.id)

    def test_unknown_customer(self):
        with self.refused(status=400, code="resource_missing", param="customer"):
            self.intent(customer="cus_nobody")

    def test_unknown_payment_method(self):
        with self.refused(status=400, code="resource_missing", param="payment_method"):
            self.intent(payment_method="pm_nothing")


@tables
class Amounts(Case):
    @table(
        {
            "usd": (49, "usd"),
            "eur": (49, "eur"),
            "gbp": (29, "gbp"),
            "jpy": (49, "jpy"),
            "sek": (299, "sek"),
            "dkk": (249, "dkk"),
        }
    )
    def test_too_small(self, amount, currency):
        with self.refused(status=400, code="amount_too_small", param="amount"):
            self.intent(amount, currency)

    @table(
        {
            "usd": (50, "usd"),
            "gbp": (30, "gbp"),
            "jpy": (50, "jpy"),
            "sek": (300, "sek"),
            "mxn": (1000, "mxn"),
            "czk": (1500, "czk"),
        }
    )
    def test_smallest(self, amount, currency):
        self.assertEqual(self.intent(amount, currency).amount, amount)

    def test_largest(self):
        self.assertEqual(self.intent(99_999_999).amount, 99_999_999)

    def test_too_large(self):
        with self.refused(status=400, code="amount_too_large", param="amount"):
            self.intent(100_000_000)

    def test_three_decimals_end_in_nought(self):
        self.assertEqual(self.intent(5000, "kwd").amount, 5000)
        with self.refused(status=400, param="amount"):
            self.intent(5001, "kwd")

    def test_isk_is_whole(self):
        with self.refused(status=400, param="amount"):
            self.intent(100_050, "isk")

    @table({"zero": 0, "negative": -5})
    def test_no_amount(self, amount):
        with self.refused(status=400, param="amount"):
            self.intent(amount)

    def test_unknown_currency(self):
        with self.refused(status=400, param="currency"):
            self.intent(1000, "xxq")

    def test_upper_case_currency(self):
        self.assertEqual(self.intent(1000, "USD").currency, "usd")


class RetrieveAndUpdate(Case):
    def test_retrieve(self):
        intent = self.intent(metadata={"a": "b"})
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).to_dict(), intent.to_dict())

    def test_unknown(self):
        with self.refused(
            status=404, code="resource_missing", param="intent", says="No such payment_intent: 'pi_nothing'"
        ):
            self.v1.payment_intents.retrieve("pi_nothing")

    def test_update(self):
        intent = self.intent()
        changed = self.v1.payment_intents.update(
            intent.id,
            params={"amount": 2500, "currency": "eur", "description": "new", "receipt_email": "bob@example.com"},
        )
        self.assertEqual((changed.id, changed.amount, changed.currency), (intent.id, 2500, "eur"))
        self.assertEqual((changed.description, changed.receipt_email), ("new", "bob@example.com"))
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).to_dict(), changed.to_dict())

    def test_what_is_not_named_stays(self):
        intent = self.intent(description="old", metadata={"a": "b"})
        changed = self.v1.payment_intents.update(intent.id, params={"amount": 2000})
        self.assertEqual((changed.description, changed.metadata.a), ("old", "b"))

    def test_an_empty_string_unsets(self):
        intent = self.intent(description="old", receipt_email="a@example.com")
        changed = self.v1.payment_intents.update(intent.id, params={"description": "", "receipt_email": ""})
        self.assertIsNone(changed.description)
        self.assertIsNone(changed.receipt_email)

    def test_an_empty_string_unsets_the_options_of_a_type(self):
        types = ["card", "card_present"]
        plain = self.intent(payment_method_types=types)
        options = {"card": {"request_three_d_secure": "any"}, "card_present": {"request_extended_authorization": True}}
        intent = self.intent(payment_method_types=types, payment_method_options=options)
        for type in types:
            params = {"payment_method_options": {type: ""}}
            intent = self.v1.payment_intents.update(intent.id, params=params)
            self.assertEqual(intent.payment_method_options[type], plain.payment_method_options[type])

    def test_words_that_are_none(self):
        for params in (
            {"excluded_payment_method_types": ["nothing"]},
            {"payment_method_options": {"card": {"network": "nothing"}}},
        ):
            with self.refused(status=400):
                self.intent(**params)

    def test_the_lines_of_an_amount(self):
        line = {"product_name": "Tea", "quantity": 1, "unit_cost": 1000, "tax": {"total_tax_amount": 0}}
        self.assertEqual(self.intent(amount_details={"line_items": [line]}).amount, 1000)
        for wrong in ({"quantity": "many"}, {"tax": {"total_tax_amount": "some"}}, {"unit_cost": -1}):
            with self.refused(status=400):
                self.intent(amount_details={"line_items": [line | wrong]})
        with self.refused(status=400, code="parameter_missing"):
            self.intent(amount_details={"line_items": [{"product_name": "Tea"}]})

    def test_a_payment_method_makes_it_ready(self):
        intent = self.intent()
        changed = self.v1.payment_intents.update(intent.id, params={"payment_method": "pm_card_mastercard"})
        self.assertEqual(changed.status, "requires_confirmation")
        paid = self.v1.payment_intents.confirm(intent.id)
        self.assertEqual(paid.status, "succeeded")

    def test_the_amount_of_a_final_one_cannot_change(self):
        intent = self.paid()
        with self.refused(status=400, code="payment_intent_unexpected_state") as refusal:
            self.v1.payment_intents.update(intent.id, params={"amount": 2000})
        self.assertEqual(refusal.json["payment_intent"]["id"], intent.id)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).amount, 1000)

    def test_metadata_and_description_of_a_final_one_can(self):
        intent = self.paid()
        changed = self.v1.payment_intents.update(intent.id, params={"metadata": {"late": "1"}, "description": "later"})
        self.assertEqual((changed.status, changed.metadata.late, changed.description), ("succeeded", "1", "later"))

    def test_unknown_one_to_update(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.payment_intents.update("pi_nothing", params={"amount": 1000})

    def test_list_newest_first(self):
        made = [self.intent(1000 + number).id for number in range(3)]
        self.assertEqual([intent.id for intent in self.v1.payment_intents.list().data], made[::-1])
        self.assertEqual(self.last.json["url"], "/v1/payment_intents")

    def test_list_of_a_customer(self):
        customer = self.customer()
        wanted = self.intent(customer=customer.id)
        self.intent()
        listed = self.v1.payment_intents.list(params={"customer": customer.id})
        self.assertEqual([intent.id for intent in listed.data], [wanted.id])

    def test_list_by_time(self):
        intent = self.intent()
        now = intent.created
        for created, count in (({"gte": now}, 1), ({"gt": now}, 0), ({"lt": now}, 0), ({"lte": now}, 1), (now, 1)):
            listed = self.v1.payment_intents.list(params={"created": created})
            self.assertEqual(len(listed.data), count, created)


class Confirm(Case):
    def test_with_a_method(self):
        intent = self.intent()
        paid = self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
        self.assertEqual((paid.id, paid.status, paid.amount_received), (intent.id, "succeeded", 1000))

    def test_with_data(self):
        intent = self.intent()
        paid = self.v1.payment_intents.confirm(intent.id, params={"payment_method_data": VISA})
        self.assertEqual(paid.status, "succeeded")

    def test_with_the_data_of_a_card(self):
        card = {"number": "5555555555554444", "exp_month": 12, "exp_year": 2034, "cvc": "123"}
        intent = self.paid(card=None, payment_method_data={"type": "card", "card": card})
        details = self.charge_of(intent).payment_method_details.card
        self.assertEqual((details.brand, details.last4, details.exp_year), ("mastercard", "4444", 2034))

    def test_without_a_method(self):
        intent = self.intent()
        with self.refused(
            status=400, code="payment_intent_unexpected_state", says="missing a payment method"
        ) as refusal:
            self.v1.payment_intents.confirm(intent.id)
        self.assertEqual(refusal.json["payment_intent"]["status"], "requires_payment_method")

    def test_redirects_need_a_return_url(self):
        intent = self.v1.payment_intents.create(params={"amount": 1000, "currency": "usd"})
        with self.refused(status=400):
            self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
        paid = self.v1.payment_intents.confirm(
            intent.id, params={"payment_method": "pm_card_visa", "return_url": "https://example.com/back"}
        )
        self.assertEqual(paid.status, "succeeded")

    def test_without_redirects_none_is_needed(self):
        intent = self.intent(automatic_payment_methods=AUTOMATIC, payment_method="pm_card_visa", confirm=True)
        self.assertEqual(intent.status, "succeeded")

    def test_twice(self):
        intent = self.paid()
        with self.refused(status=400, code="payment_intent_unexpected_state") as refusal:
            self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
        self.assertEqual(refusal.json["payment_intent"]["status"], "succeeded")
        self.assertEqual(len(self.v1.charges.list(params={"payment_intent": intent.id}).data), 1)

    def test_a_decline(self):
        intent = self.intent()
        with self.refused(
            stripe.CardError, status=402, code="card_declined", decline_code="generic_decline"
        ) as refusal:
            self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa_chargeDeclined"})
        inside = refusal.json["payment_intent"]
        self.assertEqual(inside["status"], "requires_payment_method")
        self.assertIsNone(inside["payment_method"])
        self.assertEqual(inside["last_payment_error"]["code"], "card_declined")
        self.assertEqual(inside["last_payment_error"]["decline_code"], "generic_decline")
        self.assertEqual(inside["latest_charge"], refusal.json["charge"])
        self.assertEqual(refusal.json["payment_method"]["card"]["last4"], "0002")
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_payment_method")

    def test_after_a_decline_another_card_pays(self):
        intent = self.declined()
        paid = self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
        self.assertEqual(paid.status, "succeeded")
        self.assertIsNone(paid.last_payment_error)
        charges = self.v1.charges.list(params={"payment_intent": intent.id}).data
        self.assertEqual([charge.status for charge in charges], ["succeeded", "failed"])

    def test_create_and_confirm_that_is_declined_leaves_the_intent(self):
        with self.refused(stripe.CardError, status=402) as refusal:
            self.paid(card="pm_card_visa_chargeDeclined")
        intent = self.v1.payment_intents.retrieve(refusal.json["payment_intent"]["id"])
        self.assertEqual(intent.status, "requires_payment_method")

    def test_metadata_goes_to_the_charge(self):
        intent = self.paid(metadata={"order": "7"}, description="cups")
        charge = self.charge_of(intent)
        self.assertEqual((charge.metadata.order, charge.description), ("7", "cups"))
        self.v1.payment_intents.update(intent.id, params={"metadata": {"order": "8"}})
        self.assertEqual(self.charge_of(intent).metadata.order, "7")

    def test_future_usage_attaches_the_method(self):
        customer = self.customer()
        intent = self.paid(customer=customer.id, setup_future_usage="off_session")
        method = self.v1.payment_methods.retrieve(intent.payment_method)
        self.assertEqual(method.customer, customer.id)

    def test_without_it_the_method_stays_free(self):
        intent = self.paid(customer=self.customer().id)
        self.assertIsNone(self.v1.payment_methods.retrieve(intent.payment_method).customer)

    def test_a_decline_attaches_nothing(self):
        customer = self.customer()
        with self.refused(stripe.CardError):
            self.paid(card="pm_card_visa_chargeDeclined", customer=customer.id, setup_future_usage="off_session")
        self.assertEqual(self.v1.customers.payment_methods.list(customer.id).data, [])

    def test_a_saved_method_pays_off_session(self):
        customer = self.customer()
        method = self.saved(customer)
        intent = self.paid(card=method.id, customer=customer.id, off_session=True)
        self.assertEqual((intent.status, intent.payment_method), ("succeeded", method.id))

    def test_nothing_is_saved_off_session(self):
        customer = self.customer()
        method = self.saved(customer)
        with self.refused(status=400):
            self.paid(card=method.id, customer=customer.id, off_session=True, setup_future_usage="off_session")

    def test_nobody_needs_a_way_back_off_session(self):
        customer = self.customer()
        params = {"amount": 1000, "currency": "usd", "customer": customer.id, "off_session": True, "confirm": True}
        intent = self.v1.payment_intents.create(params={**params, "payment_method": self.saved(customer).id})
        self.assertEqual(intent.status, "succeeded")

    def test_a_saved_method_needs_its_customer(self):
        method = self.saved(self.customer())
        with self.refused(status=400):
            self.paid(card=method.id)
        with self.refused(status=400):
            self.paid(card=method.id, customer=self.customer().id)


class Actions(Case):
    CARD = "pm_card_authenticationRequired"

    def test_without_a_return_url_the_sdk_acts(self):
        intent = self.paid(card=self.CARD)
        self.assertEqual((intent.status, intent.next_action.type), ("requires_action", "use_stripe_sdk"))
        self.assertEqual(intent.amount_received, 0)

    def test_with_a_return_url_the_browser_is_sent_there(self):
        intent = self.paid(card=self.CARD, return_url="https://example.com/back")
        self.assertEqual((intent.status, intent.next_action.type), ("requires_action", "redirect_to_url"))
        self.assertEqual(intent.next_action.redirect_to_url.return_url, "https://example.com/back")
        self.assertRegex(intent.next_action.redirect_to_url.url, "^https?://")

    def test_an_error_may_be_wanted_instead(self):
        with self.refused(stripe.CardError, status=402, code="authentication_required") as refusal:
            self.paid(card=self.CARD, error_on_requires_action=True)
        self.assertEqual(refusal.json["payment_intent"]["status"], "requires_payment_method")

    def test_off_session_it_is_refused(self):
        customer = self.customer()
        method = self.saved(customer, self.CARD)
        with self.refused(stripe.CardError, status=402, code="authentication_required") as refusal:
            self.paid(card=method.id, customer=customer.id, off_session=True)
        self.assertEqual(refusal.json["payment_intent"]["status"], "requires_payment_method")

    def test_another_card_may_be_confirmed(self):
        intent = self.paid(card=self.CARD)
        paid = self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
        self.assertEqual(paid.status, "succeeded")
        self.assertIsNone(paid.next_action)

    def test_the_customer_is_who_they_are(self):
        intent = self.authenticated(self.paid(card=self.CARD), True)
        self.assertEqual((intent.status, intent.amount_received), ("succeeded", 1000))
        self.assertIsNone(intent.next_action)
        self.assertTrue(self.charge_of(intent).paid)

    def test_another_amount_is_asked_for_anew(self):
        intent = self.paid(card=self.CARD)
        changed = self.v1.payment_intents.update(intent.id, params={"amount": 90000})
        self.assertEqual((changed.status, changed.next_action), ("requires_confirmation", None))
        self.assertEqual(self.v1.payment_intents.confirm(intent.id).status, "requires_action")

    def test_nobody_is_asked_at_an_order_by_telephone(self):
        intent = self.paid(card=self.CARD, payment_method_options={"card": {"moto": True}})
        self.assertEqual(intent.status, "succeeded")
        self.assertTrue(self.charge_of(intent).payment_method_details.card.moto)

    def test_the_server_confirms_after_the_customer(self):
        intent = self.authenticated(self.paid(card=self.CARD, confirmation_method="manual"), True)
        self.assertEqual((intent.status, intent.amount_received), ("requires_confirmation", 0))
        self.assertEqual(self.v1.payment_intents.confirm(intent.id).status, "succeeded")

    def test_the_customer_is_who_they_are_at_a_hold(self):
        intent = self.authenticated(self.held(card=self.CARD, return_url="https://example.com/back"), True)
        self.assertEqual((intent.status, intent.amount_capturable), ("requires_capture", 1000))

    def test_the_customer_is_not(self):
        intent = self.authenticated(self.paid(card=self.CARD), False)
        self.assertEqual((intent.status, intent.payment_method), ("requires_payment_method", None))
        self.assertEqual(intent.last_payment_error.code, "payment_intent_authentication_failure")
        self.assertIsNone(intent.next_action)
        paid = self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
        self.assertEqual(paid.status, "succeeded")

    def test_it_may_be_canceled(self):
        intent = self.paid(card=self.CARD)
        canceled = self.v1.payment_intents.cancel(intent.id)
        self.assertEqual(canceled.status, "canceled")
        self.assertIsNone(canceled.next_action)


class Capture(Case):
    def test_a_hold(self):
        intent = self.held(1000)
        self.assertEqual(
            (intent.status, intent.amount_capturable, intent.amount_received), ("requires_capture", 1000, 0)
        )
        charge = self.charge_of(intent)
        self.assertEqual((charge.captured, charge.paid, charge.status), (False, True, "succeeded"))
        self.assertEqual((charge.amount_captured, charge.balance_transaction), (0, None))

    def test_all_of_it(self):
        intent = self.v1.payment_intents.capture(self.held(1000).id)
        self.assertEqual((intent.status, intent.amount_received, intent.amount_capturable), ("succeeded", 1000, 0))
        charge = self.charge_of(intent)
        self.assertEqual((charge.captured, charge.amount_captured), (True, 1000))
        self.assertIsNotNone(charge.balance_transaction)

    def test_a_part(self):
        held = self.held(1000)
        intent = self.v1.payment_intents.capture(held.id, params={"amount_to_capture": 400})
        self.assertEqual((intent.status, intent.amount), ("succeeded", 1000))
        self.assertEqual((intent.amount_received, intent.amount_capturable), (400, 0))
        self.assertEqual(self.charge_of(intent).amount_captured, 400)
        with self.refused(status=400, code="payment_intent_unexpected_state"):
            self.v1.payment_intents.capture(held.id, params={"amount_to_capture": 100})

    def test_more_than_is_held(self):
        held = self.held(1000)
        with self.refused(status=400, code="amount_too_large", param="amount_to_capture"):
            self.v1.payment_intents.capture(held.id, params={"amount_to_capture": 1001})
        self.assertEqual(self.v1.payment_intents.retrieve(held.id).amount_capturable, 1000)

    def test_in_parts(self):
        held = self.held(1000)
        with self.refused(status=400, param="final_capture"):
            self.v1.payment_intents.capture(held.id, params={"amount_to_capture": 400, "final_capture": False})
        self.assertEqual(self.v1.payment_intents.retrieve(held.id).amount_capturable, 1000)

    def test_nothing(self):
        held = self.held(1000)
        with self.refused(status=400, param="amount_to_capture"):
            self.v1.payment_intents.capture(held.id, params={"amount_to_capture": 0})

    def test_twice(self):
        intent = self.v1.payment_intents.capture(self.held().id)
        with self.refused(status=400, code="payment_intent_unexpected_state", says="already been captured") as refusal:
            self.v1.payment_intents.capture(intent.id)
        self.assertEqual(refusal.json["payment_intent"]["status"], "succeeded")

    def test_what_is_not_authorized(self):
        intent = self.intent()
        with self.refused(status=400, code="payment_intent_unexpected_state", says="status of requires_payment_method"):
            self.v1.payment_intents.capture(intent.id)

    def test_what_is_canceled(self):
        intent = self.v1.payment_intents.cancel(self.held().id)
        with self.refused(status=400, code="payment_intent_unexpected_state", says="status of canceled"):
            self.v1.payment_intents.capture(intent.id)

    def test_with_metadata(self):
        intent = self.v1.payment_intents.capture(self.held(metadata={"a": "1"}).id, params={"metadata": {"b": "2"}})
        self.assertEqual(intent.metadata.to_dict(), {"a": "1", "b": "2"})

    def test_until_when(self):
        intent = self.held()
        details = self.charge_of(intent).payment_method_details.card
        self.assertAlmostEqual(details.capture_before, intent.created + 7 * 86400, delta=3600)

    def test_manual_for_cards_only(self):
        intent = self.paid(payment_method_options={"card": {"capture_method": "manual"}})
        self.assertEqual(intent.status, "requires_capture")


@tables
class Cancel(Case):
    @table({word: word for word in ("duplicate", "fraudulent", "requested_by_customer", "abandoned")})
    def test_reason(self, reason):
        intent = self.v1.payment_intents.cancel(self.intent().id, params={"cancellation_reason": reason})
        self.assertEqual((intent.status, intent.cancellation_reason), ("canceled", reason))
        self.assertAlmostEqual(intent.canceled_at, time.time(), delta=120)

    @table({word: word for word in ("because", "automatic", "expired")})
    def test_other_reason(self, reason):
        intent = self.intent()
        with self.refused(status=400, param="cancellation_reason"):
            self.v1.payment_intents.cancel(intent.id, params={"cancellation_reason": reason})
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_payment_method")

    def test_without_a_reason(self):
        intent = self.v1.payment_intents.cancel(self.intent(payment_method="pm_card_visa").id)
        self.assertEqual((intent.status, intent.cancellation_reason), ("canceled", None))

    def test_a_hold_is_released(self):
        intent = self.v1.payment_intents.cancel(self.held(1000).id)
        self.assertEqual((intent.status, intent.amount_capturable, intent.amount_received), ("canceled", 0, 0))
        charge = self.charge_of(intent)
        self.assertEqual((charge.refunded, charge.amount_refunded, charge.captured), (True, 1000, False))
        self.assertIsNone(charge.balance_transaction)

    def test_what_succeeded(self):
        intent = self.paid()
        with self.refused(status=400, code="payment_intent_unexpected_state") as refusal:
            self.v1.payment_intents.cancel(intent.id)
        self.assertEqual(refusal.json["payment_intent"]["status"], "succeeded")

    def test_twice(self):
        intent = self.v1.payment_intents.cancel(self.intent().id)
        with self.refused(status=400, code="payment_intent_unexpected_state"):
            self.v1.payment_intents.cancel(intent.id)

    def test_what_is_canceled_cannot_be_confirmed(self):
        intent = self.v1.payment_intents.cancel(self.intent().id)
        with self.refused(status=400, code="payment_intent_unexpected_state"):
            self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})


class Increment(Case):
    """Of holds at a reader, which can be had for certain, and of cards without one where the gateway can."""

    def available(self, amount=1000):
        """A hold that may grow."""
        asked = {"card_present": {"request_incremental_authorization_support": True}}
        intent, _ = self.processed(amount, payment_method_options=asked)
        details = self.charge_of(intent).payment_method_details.card_present
        self.assertTrue(details.incremental_authorization_supported)
        return intent

    def grown(self, intent, amount, **params):
        return self.v1.payment_intents.increment_authorization(intent.id, params={"amount": amount, **params})

    def test_a_larger_total(self):
        intent = self.grown(self.available(1000), 1500)
        self.assertEqual((intent.amount, intent.amount_capturable, intent.status), (1500, 1500, "requires_capture"))
        self.assertEqual(self.charge_of(intent).amount, 1500)
        self.assertEqual(self.v1.payment_intents.capture(intent.id).amount_received, 1500)

    def test_no_larger_total(self):
        intent = self.available(1000)
        for amount in (1000, 900):
            with self.refused(status=400):
                self.grown(intent, amount)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).amount_capturable, 1000)

    def test_other_fields_with_it(self):
        intent = self.grown(self.available(), 1200, description="more", metadata={"round": "2"})
        self.assertEqual((intent.description, intent.metadata.round), ("more", "2"))

    def test_a_decline_keeps_the_old_hold(self):
        intent = self.available(1000)
        with self.refused(stripe.CardError, status=402, code="card_declined"):
            self.grown(intent, 1505, description="lost")
        seen = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual((seen.status, seen.amount_capturable, seen.description), ("requires_capture", 1000, None))

    def test_ten_times_and_no_more(self):
        intent = self.available(1000)
        for step in range(1, 11):
            self.grown(intent, 1000 + 100 * step)
        with self.refused(status=400):
            self.grown(intent, 3000)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).amount, 2000)

    def test_nothing_held(self):
        for intent in (self.card_present(), self.intent()):
            with self.refused(status=400, code="payment_intent_unexpected_state"):
                self.grown(intent, 1500)

    def test_once_it_is_over(self):
        captured, canceled = self.grown(self.available(1000), 1500), self.available(1000)
        told = self.events("payment_intent.amount_capturable_updated")
        self.assertEqual([event.data.object.amount_capturable for event in told], [1000, 1500, 1000])
        self.v1.payment_intents.capture(captured.id)
        self.v1.payment_intents.cancel(canceled.id)
        for intent in (captured, canceled):
            with self.refused(status=400, code="payment_intent_unexpected_state"):
                self.grown(intent, 2000)
        self.assertEqual(self.v1.payment_intents.retrieve(captured.id).amount_received, 1500)

    def test_of_a_brand_without_it(self):
        asked = {"card_present": {"request_incremental_authorization_support": True}}
        intent, _ = self.processed(1000, number="3566002020360505", payment_method_options=asked)
        details = self.charge_of(intent).payment_method_details.card_present
        self.assertFalse(details.incremental_authorization_supported)
        with self.refused(status=400):
            self.grown(intent, 1500)

    def test_not_asked_for_at_the_reader(self):
        intent, _ = self.processed(1000)
        details = self.charge_of(intent).payment_method_details.card_present
        self.assertFalse(details.incremental_authorization_supported)
        with self.refused(status=400):
            self.grown(intent, 1500)

    def test_not_asked_for(self):
        intent = self.held(1000)
        with self.refused(status=400):
            self.grown(intent, 1500)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).amount, 1000)

    def test_without_a_reader(self):
        intent = self.held(1000, payment_method_options={"card": {"request_incremental_authorization": "if_available"}})
        card = self.charge_of(intent).payment_method_details.card.to_dict()
        if card.get("incremental_authorization", {}).get("status") == "available":
            self.assertEqual(self.grown(intent, 1500).amount_capturable, 1500)
        else:
            with self.refused(status=400):
                self.grown(intent, 1500)


class PublishableKey(Case):
    def test_does_not_learn_whose_the_method_is(self):
        customer = self.customer()
        intent = self.intent(customer=customer.id, payment_method=self.saved(customer).id)
        secret, client = intent.client_secret, self.publishable().payment_intents
        for path in ("customer", "payment_method.customer", "latest_charge"):
            with self.refused(status=400, param="expand"):
                client.retrieve(intent.id, params={"client_secret": secret, "expand": [path]})
        seen = client.retrieve(intent.id, params={"client_secret": secret, "expand": ["payment_method"]})
        self.assertEqual(seen.payment_method.id, intent.payment_method)
        self.assertNotIn(customer.id, str(self.last.json))

    def test_retrieves_with_the_secret(self):
        intent = self.intent(metadata={"private": "1"}, customer=self.customer().id)
        seen = self.publishable().payment_intents.retrieve(intent.id, params={"client_secret": intent.client_secret})
        self.assertEqual((seen.id, seen.amount, seen.currency), (intent.id, 1000, "usd"))
        self.assertEqual((seen.status, seen.client_secret), (intent.status, intent.client_secret))
        self.assertEqual(seen.payment_method_types, ["card"])
        self.assertFalse(self.last.json.get("metadata"))
        self.assertFalse(self.last.json.get("customer"))

    def test_confirms_with_the_secret(self):
        intent = self.intent()
        self.publishable().payment_intents.confirm(
            intent.id, params={"client_secret": intent.client_secret, "payment_method_data": VISA}
        )
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "succeeded")

    def test_sees_a_decline(self):
        intent = self.intent()
        with self.refused(stripe.CardError, status=402, code="card_declined"):
            self.publishable().payment_intents.confirm(
                intent.id,
                params={"client_secret": intent.client_secret, "payment_method": "pm_card_visa_chargeDeclined"},
            )

    def test_a_wrong_secret(self):
        intent, other = self.intent(), self.intent()
        with self.refused(stripe.StripeError):
            self.publishable().payment_intents.retrieve(intent.id, params={"client_secret": other.client_secret})

    def test_no_secret(self):
        intent = self.intent()
        with self.refused(stripe.StripeError):
            self.publishable().payment_intents.retrieve(intent.id)

    def test_may_not_capture(self):
        intent = self.held()
        with self.refused(stripe.StripeError, status=(401, 403), code="secret_key_required"):
            self.publishable().payment_intents.capture(intent.id)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_capture")
