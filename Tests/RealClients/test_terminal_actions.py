"""Terminal: what the API has a reader do, and the person who stands before it."""

from support import Case, table, tables

DECLINED = {
    "4000000000000002": ("card_declined", None),
    "4000000000009995": ("card_declined", "insufficient_funds"),
    "4000000000009987": ("card_declined", "lost_card"),
    "4000000000009979": ("card_declined", "stolen_card"),
    "4000000000000069": ("expired_card", None),
    "4000000000000119": ("processing_error", None),
}
ENDINGS = {
    1001: "call_issuer",
    1005: "generic_decline",
    1055: "incorrect_pin",
    1060: "online_or_offline_pin_required",
    1065: "withdrawal_count_limit_exceeded",
    1075: "pin_try_exceeded",
}
BRANDS = {
    "4242424242424242": ("visa", "credit"),
    "4000056655665556": ("visa", "debit"),
    "5555555555554444": ("mastercard", "credit"),
    "5200828282828210": ("mastercard", "debit"),
    "5105105105105100": ("mastercard", "prepaid"),
    "378282246310005": ("amex", "credit"),
    "371449635398431": ("amex", "credit"),
    "6011111111111117": ("discover", "credit"),
    "6011000990139424": ("discover", "credit"),
    "3056930009020004": ("diners", "credit"),
    "36227206271667": ("diners", "credit"),
    "3566002020360505": ("jcb", "credit"),
    "6200000000000005": ("unionpay", "credit"),
}
INTERAC = "4506445006931933"
PARTLY_COVERED = "4000000000006041"


@tables
class Process(Case):
    def process(self, reader, intent, **config):
        params = {"payment_intent": intent.id} | ({"process_config": config} if config else {})
        return self.v1.terminal.readers.process_payment_intent(reader.id, params=params)

    def details(self, intent):
        return self.charge_of(intent).payment_method_details.card_present

    def test_a_payment(self):
        reader, intent = self.reader(), self.card_present(1000)
        waiting = self.process(reader, intent)
        self.assertEqual((waiting.action.type, waiting.action.status), ("process_payment_intent", "in_progress"))
        self.assertEqual(waiting.action.process_payment_intent.payment_intent, intent.id)
        self.assertIsNone(waiting.action.failure_code)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_payment_method")
        done = self.present(reader)
        self.assertEqual(done.action.status, "succeeded")
        held = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual((held.status, held.amount_capturable), ("requires_capture", 1000))
        paid = self.v1.payment_intents.capture(intent.id)
        self.assertEqual((paid.status, paid.amount_received), ("succeeded", 1000))

    def test_captured_at_once(self):
        intent, _ = self.processed(capture_method="automatic")
        self.assertEqual((intent.status, intent.amount_received), ("succeeded", 1000))

    def test_charge(self):
        intent, reader = self.processed()
        card = self.details(intent)
        self.assertEqual((card.brand, card.last4), ("visa", "4242"))
        self.assertIn(card.read_method, ("contact_emv", "contactless_emv"))
        self.assertGreaterEqual(card.capture_before, intent.created + 2 * 86400 - 3600)
        self.assertTrue(card.receipt.dedicated_file_name)
        self.assertTrue(card.receipt.application_preferred_name)
        method = self.v1.payment_methods.retrieve(intent.payment_method)
        self.assertEqual((method.type, method.card_present.last4), ("card_present", "4242"))

    @table({number[:4] + number[-4:]: (number, *seen) for number, seen in BRANDS.items()})
    def test_card(self, number, brand, funding):
        intent, reader = self.processed(number=number)
        self.assertEqual((reader.action.status, intent.status), ("succeeded", "requires_capture"))
        card = self.details(intent)
        self.assertEqual((card.brand, card.funding, card.last4), (brand, funding, number[-4:]))

    @table({number[-4:]: (number, *seen) for number, seen in DECLINED.items()})
    def test_declined_card(self, number, code, decline_code):
        intent, reader = self.processed(number=number)
        self.assertEqual((reader.action.status, reader.action.failure_code), ("failed", code))
        self.assertTrue(reader.action.failure_message)
        self.assertEqual((reader.action.api_error.code, reader.action.api_error.type), (code, "card_error"))
        self.assertEqual((intent.status, intent.last_payment_error.code), ("requires_payment_method", code))
        if decline_code:
            self.assertEqual(intent.last_payment_error.decline_code, decline_code)
        self.assertEqual(self.charge_of(intent).status, "failed")

    @table({str(amount)[-2:]: (amount, word) for amount, word in ENDINGS.items()})
    def test_declined_ending(self, amount, decline_code):
        intent, reader = self.processed(amount)
        self.assertEqual(reader.action.status, "failed")
        self.assertEqual(intent.last_payment_error.code, "card_declined")
        self.assertEqual(intent.last_payment_error.decline_code, decline_code)

    @table({"00": 1000, "02": 1002, "03": 1003, "04": 1004, "50": 1050})
    def test_ending(self, amount):
        intent, reader = self.processed(amount)
        if reader.action.status == "failed":
            # A card that enters no PIN is asked for one.
            words = {2: "offline_pin_required", 3: "online_or_offline_pin_required"}
            self.assertEqual(intent.last_payment_error.decline_code, words.get(amount % 100))
        else:
            self.assertEqual(intent.status, "requires_capture")

    @table({"offline": ("4001007020000002", "offline_pin"), "online": ("4001000360000005", "online_pin")})
    def test_pin(self, number, method):
        intent, _ = self.processed(number=number)
        self.assertEqual(self.details(intent).receipt.cardholder_verification_method, method)

    def test_after_a_decline_again(self):
        intent, reader = self.processed(number="4000000000000002")
        self.process(reader, intent)
        self.assertEqual(self.present(reader).action.status, "succeeded")
        again = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual((again.status, again.last_payment_error), ("requires_capture", None))

    def test_an_intent_in_another_state(self):
        reader = self.reader()
        canceled = self.card_present()
        self.v1.payment_intents.cancel(canceled.id)
        for intent in (self.processed()[0], canceled):
            with self.refused(status=400, code="intent_invalid_state"):
                self.process(reader, intent)
        self.assertIsNone(self.v1.terminal.readers.retrieve(reader.id).action)

    def test_an_intent_for_other_cards(self):
        reader = self.reader()
        with self.refused(status=400):
            self.process(reader, self.intent())

    def test_an_unknown_intent(self):
        reader = self.reader()
        with self.refused(status=(400, 404), code="resource_missing"):
            self.v1.terminal.readers.process_payment_intent(reader.id, params={"payment_intent": "pi_nothing"})

    def test_cancel(self):
        reader, intent = self.reader(), self.card_present()
        self.process(reader, intent)
        self.assertIsNone(self.v1.terminal.readers.cancel_action(reader.id).action)
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_payment_method")

    def test_a_tip_on_the_reader(self):
        reader, intent = self.reader(), self.card_present(1000)
        self.process(reader, intent, tipping={"amount_eligible": 1000})
        self.present(reader, amount_tip=200)
        tipped = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual((tipped.amount, tipped.amount_capturable), (1200, 1200))
        self.assertEqual(tipped.amount_details.tip.amount, 200)
        self.assertEqual(self.charge_of(tipped).amount, 1200)

    def test_the_ending_with_the_tip_counts(self):
        reader, intent = self.reader(), self.card_present(1000)
        self.process(reader, intent)
        self.assertEqual(self.present(reader, amount_tip=105).action.status, "failed")
        seen = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual(seen.last_payment_error.decline_code, "generic_decline")

    def test_the_configuration_is_shown(self):
        reader, intent = self.reader(), self.card_present()
        action = self.process(reader, intent, skip_tipping=True, enable_customer_cancellation=True).action
        shown = action.process_payment_intent.process_config
        self.assertEqual((shown.skip_tipping, shown.enable_customer_cancellation), (True, True))

    def test_over_capture(self):
        for amount, limit in ((4000, 9000), (10000, 15000), (20000, 30000)):
            intent, reader = self.processed(amount)
            self.assertTrue(self.details(intent).overcapture_supported)
            with self.refused(status=400):
                self.v1.payment_intents.capture(intent.id, params={"amount_to_capture": limit + 1})
            paid = self.v1.payment_intents.capture(intent.id, params={"amount_to_capture": limit})
            self.assertEqual((paid.amount, paid.amount_received), (limit, limit))
            self.assertEqual(self.details(paid).amount_authorized, amount)

    def test_a_part_is_approved(self):
        """The reference of the terminal SDK describes it; the card is this gateway's own."""
        intent, _ = self.processed(1000, number=PARTLY_COVERED)
        self.assertEqual(intent.last_payment_error.decline_code, "insufficient_funds")
        asked = {"card_present": {"request_partial_authorization": "if_available"}}
        intent, reader = self.processed(1000, number=PARTLY_COVERED, payment_method_options=asked)
        self.assertEqual((reader.action.status, intent.status), ("succeeded", "requires_capture"))
        self.assertLess(intent.amount, 1000)
        self.assertEqual((intent.amount_requested, intent.amount_capturable), (1000, intent.amount))
        charge = self.charge_of(intent)
        card = charge.payment_method_details.card_present
        self.assertEqual((charge.amount, card.amount_authorized), (intent.amount, intent.amount))
        self.assertFalse(card.overcapture_supported)
        with self.refused(status=400):
            self.v1.payment_intents.capture(intent.id, params={"amount_to_capture": 1000})
        paid = self.v1.payment_intents.capture(intent.id)
        self.assertEqual((paid.status, paid.amount_received), ("succeeded", intent.amount))
        whole, _ = self.processed(1000, payment_method_options=asked)
        self.assertEqual((whole.amount, whole.to_dict().get("amount_requested")), (1000, None))

    def test_the_charge_names_its_reader(self):
        place = self.location()
        reader = self.reader(location=place.id)
        intent, _ = self.processed(reader=reader)
        card = self.details(intent)
        self.assertEqual((card.reader, card.location), (reader.id, place.id))
        self.assertEqual(
            card.fingerprint, self.v1.payment_methods.retrieve(intent.payment_method).card_present.fingerprint
        )

    def test_a_saved_card_may_be_shown(self):
        reader = self.reader()
        intent = self.card_present(1000, setup_future_usage="off_session", customer=self.customer().id)
        self.process(reader, intent, allow_redisplay="always")
        self.present(reader)
        paid = self.v1.payment_intents.retrieve(intent.id)
        saved = self.v1.payment_methods.retrieve(self.details(paid).generated_card)
        self.assertEqual((saved.type, saved.allow_redisplay), ("card", "always"))

    def test_its_method_cannot_be_attached(self):
        intent, _ = self.processed()
        with self.refused(status=400):
            self.v1.payment_methods.attach(intent.payment_method, params={"customer": self.customer().id})

    def test_events(self):
        reader, intent = self.reader(), self.card_present()
        self.process(reader, intent)
        self.present(reader, type="card_present", card_present={"number": "4000000000000002"})
        self.process(reader, intent)
        self.present(reader)
        kinds = [
            event.type for event in self.events("terminal.reader.action_succeeded", "terminal.reader.action_failed")
        ]
        self.assertEqual(kinds, ["terminal.reader.action_failed", "terminal.reader.action_succeeded"])

    def test_readers_do_not_disturb_each_other(self):
        one, two = self.reader(), self.reader()
        first, second = self.card_present(1000), self.card_present(2000)
        self.process(one, first)
        self.process(two, second)
        self.present(two)
        self.assertEqual(self.v1.payment_intents.retrieve(first.id).status, "requires_payment_method")
        self.assertEqual(self.v1.payment_intents.retrieve(second.id).status, "requires_capture")
        self.present(one)
        self.assertEqual(self.v1.payment_intents.retrieve(first.id).status, "requires_capture")


class Tips(Case):
    """On the reader, as the configuration of its location says."""

    def tipped(self, reader, tip=None, **config):
        intent = self.card_present(1000)
        params = {"payment_intent": intent.id} | ({"process_config": config} if config else {})
        self.v1.terminal.readers.process_payment_intent(reader.id, params=params)
        self.present(reader, **({} if tip is None else {"amount_tip": tip}))
        return self.v1.payment_intents.retrieve(intent.id)

    def test_the_configuration_decides(self):
        tips = {"usd": {"percentages": [10, 15, 20]}}
        configuration = self.v1.terminal.configurations.create(params={"tipping": tips})
        place = self.location(configuration_overrides=configuration.id)
        reader = self.reader(location=place.id)

        def paid(tip=None, **config):
            intent = self.tipped(reader, tip, **config)
            self.assertEqual(intent.status, "requires_capture")
            return intent.amount, intent.amount_details.tip.to_dict().get("amount")

        self.assertEqual(paid(150), (1150, 150))
        self.assertEqual(paid(100, tipping={"amount_eligible": 500}), (1100, 100))
        # Nought says that the customer chose none, and nothing that nobody was asked.
        self.assertEqual(paid(), (1000, 0))
        self.assertEqual(paid(skip_tipping=True), (1000, None))
        self.assertEqual(paid(tipping={"amount_eligible": 0}), (1000, None))
        self.v1.terminal.configurations.update(configuration.id, params={"tipping": ""})
        self.assertEqual(paid(), (1000, None))
        self.v1.terminal.configurations.update(configuration.id, params={"tipping": tips})
        self.assertEqual(paid(), (1000, 0))
        self.v1.terminal.locations.update(place.id, params={"configuration_overrides": ""})
        self.assertEqual(paid(), (1000, None))

    def test_more_is_captured_than_with_the_tip(self):
        intent = self.tipped(self.reader(), 150)
        paid = self.v1.payment_intents.capture(intent.id, params={"amount_to_capture": 1300})
        self.assertEqual((paid.amount, paid.amount_received), (1300, 1300))
        charge = self.charge_of(paid)
        self.assertEqual((charge.amount, charge.amount_captured), (1300, 1300))
        self.assertEqual(charge.payment_method_details.card_present.amount_authorized, 1150)


class Surcharges(Case):
    """For a card that a till's own reader has sealed, which tender alone can send."""

    def sold(self, card):
        """What the official client sees of a sale of 10.00 with 2.5 %, for cards that allow it."""
        told = self.tender("sale", "--amount", "10.00", "--currency", "usd", "--surcharge", "2.5", "--card", card)
        return self.v1.payment_intents.retrieve(told["intent"]["id"])

    def test_a_credit_card_is_charged_it(self):
        paid = self.sold("visa")
        self.assertEqual((paid.status, paid.amount, paid.amount_received), ("succeeded", 1025, 1025))
        surcharge = paid.amount_details.surcharge
        self.assertEqual((surcharge.status, surcharge.maximum_amount, surcharge.amount), ("available", 30, 25))
        charge = self.charge_of(paid)
        self.assertEqual((charge.amount_captured, charge.payment_method_details.card_present.funding), (1025, "credit"))
        self.assertEqual(self.v1.refunds.create(params={"payment_intent": paid.id}).amount, 1025)

    def test_a_debit_card_is_not(self):
        paid = self.sold("visaDebit")
        self.assertEqual((paid.status, paid.amount, paid.amount_received), ("succeeded", 1000, 1000))
        self.assertNotIn("surcharge", paid.amount_details.to_dict())

    def test_a_card_that_no_reader_has_read(self):
        intent = self.intent(payment_method="pm_card_visa")
        with self.refused(status=400, param="amount_details[surcharge][amount]"):
            self.v1.payment_intents.confirm(intent.id, params={"amount_details": {"surcharge": {"amount": 25}}})
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_confirmation")


class CollectAndConfirm(Case):
    def collected(self, **card):
        reader, intent = self.reader(), self.card_present(1000)
        waiting = self.v1.terminal.readers.collect_payment_method(reader.id, params={"payment_intent": intent.id})
        self.assertEqual((waiting.action.type, waiting.action.status), ("collect_payment_method", "in_progress"))
        return self.present(reader, **card), intent

    def test_collect(self):
        reader, intent = self.collected()
        self.assertEqual(reader.action.status, "succeeded")
        method = reader.action.collect_payment_method.payment_method
        self.assertEqual(method.card_present.last4, "4242")
        seen = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual((seen.amount_capturable, seen.latest_charge), (0, None))

    def test_confirm(self):
        reader, intent = self.collected()
        done = self.v1.terminal.readers.confirm_payment_intent(reader.id, params={"payment_intent": intent.id})
        self.assertEqual(done.action.type, "confirm_payment_intent")
        seen = self.soon(lambda: self.finished(reader), "the end of the confirmation")
        self.assertEqual(seen.action.status, "succeeded")
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "requires_capture")

    def test_confirm_that_is_declined(self):
        reader, intent = self.collected(type="card_present", card_present={"number": "4000000000009995"})
        self.v1.terminal.readers.confirm_payment_intent(reader.id, params={"payment_intent": intent.id})
        seen = self.soon(lambda: self.finished(reader), "the end of the confirmation")
        self.assertEqual((seen.action.status, seen.action.failure_code), ("failed", "card_declined"))
        declined = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual(declined.last_payment_error.decline_code, "insufficient_funds")

    def test_confirm_without_a_card(self):
        reader, intent = self.reader(), self.card_present()
        with self.refused(status=400):
            self.v1.terminal.readers.confirm_payment_intent(reader.id, params={"payment_intent": intent.id})

    def finished(self, reader):
        seen = self.v1.terminal.readers.retrieve(reader.id)
        return seen if seen.action and seen.action.status != "in_progress" else None


class SetupAtTheReader(Case):
    def processed_setup(self, number="4242424242424242", **params):
        reader = self.reader()
        intent = self.v1.setup_intents.create(params={"payment_method_types": ["card_present"]} | params)
        waiting = self.v1.terminal.readers.process_setup_intent(
            reader.id, params={"setup_intent": intent.id, "allow_redisplay": "always"}
        )
        self.assertEqual((waiting.action.type, waiting.action.status), ("process_setup_intent", "in_progress"))
        reader = self.present(reader, type="card_present", card_present={"number": number})
        return self.v1.setup_intents.retrieve(intent.id, params={"expand": ["latest_attempt"]}), reader

    def test_a_card_is_saved(self):
        customer = self.customer()
        intent, reader = self.processed_setup(customer=customer.id)
        self.assertEqual((reader.action.status, intent.status), ("succeeded", "succeeded"))
        self.assertEqual(self.v1.payment_methods.retrieve(intent.payment_method).type, "card_present")
        generated = intent.latest_attempt.payment_method_details.card_present.generated_card
        method = self.v1.payment_methods.retrieve(generated)
        self.assertEqual((method.type, method.customer, method.card.last4), ("card", customer.id, "4242"))
        paid = self.paid(card=generated, customer=customer.id, off_session=True)
        self.assertEqual(paid.status, "succeeded")

    def test_without_a_customer(self):
        intent, _ = self.processed_setup()
        generated = intent.latest_attempt.payment_method_details.card_present.generated_card
        self.assertIsNone(self.v1.payment_methods.retrieve(generated).customer)

    def test_declined(self):
        intent, reader = self.processed_setup("4000000000000002")
        self.assertEqual((reader.action.status, intent.status), ("failed", "requires_payment_method"))

    def test_consent_is_needed(self):
        intent = self.v1.setup_intents.create(params={"payment_method_types": ["card_present"]})
        with self.refused(status=400, code="parameter_missing", param="allow_redisplay"):
            self.v1.terminal.readers.process_setup_intent(self.reader().id, params={"setup_intent": intent.id})


    def test_each_attempt_is_kept(self):
        customer, reader = self.customer(), self.reader()
        intent = self.v1.setup_intents.create(
            params={"payment_method_types": ["card_present"], "customer": customer.id}
        )
        for number in ("4000000000000002", "5555555555554444"):
            self.v1.terminal.readers.process_setup_intent(
                reader.id, params={"setup_intent": intent.id, "allow_redisplay": "limited"}
            )
            done = self.present(reader, type="card_present", card_present={"number": number})
        last, first = self.v1.setup_attempts.list(params={"setup_intent": intent.id}).data
        self.assertEqual((first.status, last.status, last.setup_error), ("failed", "succeeded", None))
        self.assertTrue(first.setup_error.message)
        seen = self.v1.setup_intents.retrieve(intent.id)
        self.assertEqual((seen.latest_attempt, seen.payment_method), (last.id, last.payment_method))
        generated = last.payment_method_details.card_present.generated_card
        self.assertEqual(done.action.process_setup_intent.generated_card, generated)
        saved = self.v1.payment_methods.retrieve(generated)
        self.assertEqual((saved.type, saved.allow_redisplay, saved.card.last4), ("card", "limited", "4444"))
        self.assertEqual(saved.card.generated_from.setup_attempt, last.id)
        kept = self.v1.customers.payment_methods.list(customer.id).data
        self.assertEqual([method.id for method in kept], [generated])


class Interac(Case):
    def paid_with_interac(self, amount=1000):
        reader = self.reader(
            location=self.location(
                address={
                    "country": "CA",
                    "line1": "1 Main St",
                    "city": "Toronto",
                    "state": "ON",
                    "postal_code": "M5V 1A1",
                }
            ).id
        )
        intent = self.card_present(amount, currency="cad", payment_method_types=["card_present", "interac_present"])
        self.v1.terminal.readers.process_payment_intent(reader.id, params={"payment_intent": intent.id})
        reader = self.present(reader, type="interac_present", interac_present={"number": INTERAC})
        return self.v1.payment_intents.retrieve(intent.id), reader

    def refund(self, reader, intent, **params):
        waiting = self.v1.terminal.readers.refund_payment(reader.id, params={"payment_intent": intent.id, **params})
        self.assertEqual((waiting.action.type, waiting.action.status), ("refund_payment", "in_progress"))
        return self.present(reader, type="interac_present", interac_present={"number": INTERAC})

    def test_captured_at_once(self):
        intent, reader = self.paid_with_interac()
        self.assertEqual(
            (reader.action.status, intent.status, intent.amount_received), ("succeeded", "succeeded", 1000)
        )
        details = self.charge_of(intent).payment_method_details
        self.assertEqual((details.type, details.interac_present.brand), ("interac_present", "interac"))

    def test_refunded_at_the_reader(self):
        intent, reader = self.paid_with_interac()
        done = self.refund(reader, intent, amount=1000)
        self.assertEqual(done.action.status, "succeeded")
        refund = self.v1.refunds.retrieve(done.action.refund_payment.refund)
        self.assertEqual((refund.amount, refund.payment_intent), (1000, intent.id))
        self.assertTrue(self.charge_of(intent).refunded)

    def test_a_part(self):
        intent, reader = self.paid_with_interac(2000)
        done = self.refund(reader, intent, amount=300, metadata={"why": "cold"})
        self.assertEqual(self.charge_of(intent).amount_refunded, 300)
        self.assertEqual(self.v1.refunds.retrieve(done.action.refund_payment.refund).metadata.why, "cold")

    def test_by_charge_to_the_card_that_paid(self):
        intent, reader = self.paid_with_interac(2000)
        charge, start = intent.latest_charge, self.v1.terminal.readers.refund_payment
        with self.refused(status=400, param="amount"):
            start(reader.id, params={"charge": charge, "amount": 2001})
        config = {"enable_customer_cancellation": True}
        action = start(
            reader.id, params={"charge": charge, "amount": 400, "refund_payment_config": config}
        ).action.refund_payment
        self.assertEqual((action.charge, action.amount), (charge, 400))
        self.assertTrue(action.refund_payment_config.enable_customer_cancellation)
        self.assertIsNone(self.v1.terminal.readers.cancel_action(reader.id).action)
        start(reader.id, params={"charge": charge, "amount": 400})
        self.assertEqual(self.present(reader, type="card_present").action.status, "failed")
        self.assertEqual(self.v1.refunds.list(params={"charge": charge}).data, [])
        start(reader.id, params={"charge": charge, "amount": 400})
        done = self.present(reader, type="interac_present", interac_present={"number": INTERAC}).action
        listed = self.v1.refunds.list(params={"charge": charge}).data
        self.assertEqual([(one.id, one.amount) for one in listed], [(done.refund_payment.refund, 400)])
        (event,) = self.events("charge.refunded")
        self.assertEqual((event.data.object.id, event.data.object.amount_refunded), (charge, 400))

    def test_some_parts_are_declined(self):
        intent, reader = self.paid_with_interac(2000)
        self.assertEqual(self.refund(reader, intent, amount=305).action.status, "failed")
        self.assertEqual(self.charge_of(intent).amount_refunded, 0)

    def test_not_without_the_card(self):
        intent, _ = self.paid_with_interac()
        with self.refused(status=400):
            self.v1.refunds.create(params={"payment_intent": intent.id})

    def test_other_cards_are_refunded_online(self):
        intent, _ = self.processed()
        self.v1.payment_intents.capture(intent.id)
        self.assertEqual(self.v1.refunds.create(params={"payment_intent": intent.id}).status, "succeeded")


class Display(Case):
    CART = {
        "currency": "usd",
        "total": 1100,
        "tax": 100,
        "line_items": [
            {"description": "Coffee", "amount": 400, "quantity": 2},
            {"description": "Cake", "amount": 200, "quantity": 1},
        ],
    }

    def show(self, reader):
        return self.v1.terminal.readers.set_reader_display(reader.id, params={"type": "cart", "cart": self.CART})

    def test_a_cart(self):
        reader = self.reader()
        shown = self.show(reader)
        self.assertEqual(shown.action.type, "set_reader_display")
        self.assertIn(shown.action.status, ("in_progress", "succeeded"))
        cart = shown.action.set_reader_display.cart
        self.assertEqual((cart.total, cart.tax, cart.currency), (1100, 100, "usd"))
        self.assertEqual([(item.description, item.quantity) for item in cart.line_items], [("Coffee", 2), ("Cake", 1)])

    def test_is_cleared(self):
        reader = self.reader()
        self.show(reader)
        self.v1.terminal.readers.cancel_action(reader.id)
        self.assertIsNone(self.v1.terminal.readers.retrieve(reader.id).action)

    def test_does_not_stop_a_payment(self):
        reader = self.reader()
        self.show(reader)
        intent, _ = self.processed(reader=reader)
        self.assertEqual(intent.status, "requires_capture")

    def test_needs_a_total(self):
        with self.refused(status=400, code="parameter_missing"):
            self.v1.terminal.readers.set_reader_display(
                self.reader().id, params={"type": "cart", "cart": {"currency": "usd", "line_items": []}}
            )


@tables
class Inputs(Case):
    def collect(self, *inputs, **params):
        reader = self.reader()
        waiting = self.v1.terminal.readers.collect_inputs(reader.id, params={"inputs": list(inputs), **params})
        self.assertEqual((waiting.action.type, waiting.action.status), ("collect_inputs", "in_progress"))
        return waiting

    def succeed(self, reader, **params):
        helper = self.v1.test_helpers.terminal.readers
        return helper.succeed_input_collection(reader.id, params=params).action

    @staticmethod
    def one(kind, **more):
        choices = [{"id": "yes", "text": "Yes", "style": "primary"}, {"id": "no", "text": "No", "style": "secondary"}]
        own = {"selection": {"choices": choices}} if kind == "selection" else {}
        return {"type": kind, "required": True, "custom_text": {"title": "Tell us"}} | own | more

    @table({kind: kind for kind in ("signature", "selection", "text", "email", "phone", "numeric")})
    def test_kind(self, kind):
        action = self.succeed(self.collect(self.one(kind)))
        self.assertEqual(action.status, "succeeded")
        (answer,) = action.collect_inputs.inputs
        self.assertEqual((answer.type, answer.custom_text.title), (kind, "Tell us"))
        if kind == "selection":
            self.assertIn((answer.selection.id, answer.selection.text), [("yes", "Yes"), ("no", "No")])
        else:
            self.assertTrue(answer[kind].value)

    def test_several_with_toggles(self):
        toggles = [{"title": "News", "description": "By mail", "default_value": "enabled"}]
        action = self.succeed(self.collect(self.one("email", toggles=toggles), self.one("phone"), metadata={"a": "b"}))
        first, second = action.collect_inputs.inputs
        self.assertEqual((first.toggles[0].title, second.type), ("News", "phone"))
        self.assertIn(first.toggles[0].value, ("enabled", "disabled"))
        self.assertEqual(action.collect_inputs.metadata.a, "b")

    def test_what_is_not_required_may_be_skipped(self):
        action = self.succeed(
            self.collect(self.one("email", required=False), self.one("text")), skip_non_required_inputs="all"
        )
        first, second = action.collect_inputs.inputs
        self.assertTrue(first.skipped)
        self.assertTrue(second.text.value)

    def test_nobody_answers(self):
        reader = self.collect(self.one("text"))
        action = self.v1.test_helpers.terminal.readers.timeout_input_collection(reader.id).action
        self.assertEqual((action.status, action.failure_code), ("failed", "collect_inputs_timeout"))

    def test_too_many(self):
        with self.refused(status=400):
            self.collect(*[self.one("text")] * 6)

    def test_too_many_choices(self):
        choices = [{"id": str(number), "text": str(number)} for number in range(5)]
        with self.refused(status=400):
            self.collect(self.one("selection", selection={"choices": choices}))

    def test_cancel(self):
        reader = self.collect(self.one("text"))
        self.assertIsNone(self.v1.terminal.readers.cancel_action(reader.id).action)


@tables
class Printing(Case):
    """The client has no call for it: the documentation shows a form of several parts."""

    PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))

    def print(self, reader, image=PNG, filename="receipt.png", kind="image"):
        head = f'--edge\r\nContent-Disposition: form-data; name="type"\r\n\r\n{kind}\r\n--edge\r\n'
        head += f'Content-Disposition: form-data; name="image"; filename="{filename}"\r\n'
        head += "Content-Type: image/png\r\n\r\n"
        body = head.encode() + image + b"\r\n--edge--\r\n"
        headers = {"Content-Type": "multipart/form-data; boundary=edge"}
        return self.raw("POST", f"/v1/terminal/readers/{reader.id}/print_content", body, headers)

    def test_a_picture(self):
        reader = self.reader()
        answer = self.print(reader)
        self.assertEqual((answer.status, answer.json["action"]["type"]), (200, "print_content"))
        image = answer.json["action"]["print_content"]["image"]
        self.assertEqual((image["filename"], image["size"], image["type"]), ("receipt.png", len(self.PNG), "png"))
        self.assertEqual(self.v1.terminal.readers.retrieve(reader.id).action.status, "succeeded")

    @table({"large": {"image": PNG + bytes(100 * 1024)}, "text": {"image": b"text"}, "kind": {"kind": "text"}})
    def test_refused(self, wrong):
        answer = self.print(self.reader(), **wrong)
        self.assertEqual((answer.status, answer.json["error"]["type"]), (400, "invalid_request_error"))
