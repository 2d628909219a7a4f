import SimulatedPayments
import Testing

/// Messages that programs and people look for, word by word.
@Suite struct WordingTests {
    private static let card: Form = [("amount", "2000"), ("currency", "usd"), ("payment_method_types[]", "card")]
    private static let visa: Form = [("payment_method", "pm_card_visa"), ("confirm", "true")]

    private static func message(_ answer: Shop.Answer) -> String {
        answer["error", "message"]?.text ?? "HTTP \(answer.status)"
    }

    @Test func valuesAreRefusedInTheUsualWords() {
        let reasons = "Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer"
        let least = "This value must be greater than or equal to 1."
        let small =
            "The amount must be greater than or equal to the minimum charge amount allowed for your account and the "
            + "currency set"
        let table: [(String, Form, String)] = [
            ("refunds", [("reason", "boredom")], reasons), ("refunds", [("amount", "0")], least),
            ("refunds", [("amount", "-5")], least),
            ("payment_intents/pi_1/capture", [("amount_to_capture", "0")], least),
            ("payment_intents", [("amount", "0")], small), ("payment_intents", [("amount", "-5")], small),
            ("payment_intents", [("amount", "123456789")], "Amount must be no more than $999,999.99"),
            ("payment_intents", [("amount", "49")], "Amount must be at least $0.50 usd"),
            (
                "payment_intents", [("amount", "20"), ("currency", "chf")],
                "Amount must be at least 0.50 chf"
            ),
            (
                "payment_intents", [("confirmation_method", "x")],
                "Invalid confirmation_method: must be one of automatic or manual"
            ),
            (
                "payment_intents", [("payment_method_options[card][capture_method]", "x")],
                "Invalid payment_method_options[card][capture_method]: must be one of manual"
            ),
        ]
        var shop = Shop()
        var wrong: [String] = []
        for (path, form, expected) in table {
            let names = form.map(\.0)
            let base = path == "payment_intents" ? Self.card.filter { !names.contains($0.0) } : []
            let found = Self.message(shop.post(path, base + form))
            if found != expected { wrong.append("\(path) \(form): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func aHashIsRefusedAsTheValueThatBelongsThere() {
        let table: [(String, String)] = [
            ("amount[a]", "Invalid integer (parameter_invalid_integer)"),
            ("application_fee_amount[]", "Invalid integer (parameter_invalid_integer)"),
            ("confirm[a]", "Invalid boolean (-)"), ("description[a]", "Invalid string (-)"),
            ("confirmation_method[a]", "Invalid confirmation_method: must be one of automatic or manual (-)"),
            ("[]", "Received unknown parameter: [] (parameter_unknown)"),
            ("", "Received unknown parameter:  (parameter_unknown)"),
        ]
        var shop = Shop()
        var found: [String] = []
        for (name, _) in table {
            let answer = shop.post("payment_intents", [(name, "x")])
            found.append("\(answer["error", "message"]?.text ?? "-") (\(answer.code))")
        }
        #expect(found == table.map(\.1))
    }

    @Test func sumsAreGrouped() {
        var shop = Shop()
        let id = shop.post("payment_intents", [("amount", "99999999")] + Self.card.dropFirst() + Self.visa).id
        _ = shop.post("refunds", [("payment_intent", id), ("amount", "99900000")])
        #expect(
            Self.message(shop.post("refunds", [("payment_intent", id), ("amount", "12345678")]))
                == "Refund amount ($123,456.78) is greater than unrefunded amount on charge ($999.99)")
    }

    @Test func aCardThatMayNotPayIsNamed() {
        var shop = Shop()
        let (ada, bob) = (shop.customer(), shop.customer())
        let used = shop.post("payment_intents", Self.card + Self.visa)["payment_method"]?.text ?? ""
        let saved = shop.save(for: ada)
        func refusal(_ form: Form) -> [String] {
            let answer = shop.post("payment_intents", Self.card + form)
            return [Self.message(answer), answer.code, answer.param]
        }
        #expect(
            refusal([("payment_method", used)]) == [
                "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared "
                    + "with a connected account without Customer attachment, or was detached from a Customer. It may "
                    + "not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
                "-", "payment_method",
            ])
        #expect(
            Self.message(shop.post("payment_methods/\(used)/attach", [("customer", ada)]))
                == "This PaymentMethod was previously used without being attached to a Customer or was detached from a "
                + "Customer, and may not be used again.")
        #expect(
            refusal([("payment_method", saved)]).dropLast() == [
                "The provided PaymentMethod (\(saved)) belongs to the Customer \(ada). Please include the Customer in the "
                    + "`customer` parameter on the PaymentIntent.", "parameter_missing",
            ])
        let other = refusal([("payment_method", saved), ("customer", bob)])
        #expect(other[0].hasPrefix("The PaymentMethod \(saved) does not belong to the Customer you supplied \(bob)."))
        #expect(other.dropFirst() == ["-", "payment_method"])
        let missing = "You cannot confirm this PaymentIntent because it's missing a payment method. "
        #expect(refusal([("confirm", "true")])[0].hasPrefix(missing + "You can either update"))
        let named = missing + "To confirm the PaymentIntent with \(ada), specify a payment method attached to this "
        #expect(refusal([("confirm", "true"), ("customer", ada)])[0].hasPrefix(named))
    }

    @Test func holdsAndRefundsAreRefusedInTheUsualWords() {
        var shop = Shop()
        let held = shop.post("payment_intents", Self.card + Self.visa + [("capture_method", "manual")])
        let charge = held["latest_charge"]?.text ?? ""
        let over = shop.post("payment_intents/\(held.id)/capture", [("amount_to_capture", "2001")])
        #expect(
            Self.message(over)
                == "The payment could not be captured because the requested capture amount is greater than the amount "
                + "you can capture for this charge.")
        #expect(over.code == "amount_too_large")
        #expect(over.param == "amount_to_capture")
        #expect(over["error", "payment_intent", "id"] == .string(held.id))
        #expect(
            Self.message(shop.post("refunds", [("charge", charge)]))
                == "This uncaptured Charge was created by a PaymentIntent (\(held.id)). You must cancel the "
                + "PaymentIntent to reverse the authorization instead of refunding the Charge directly.")
        _ = shop.post("payment_intents/\(held.id)/capture")
        let refund = shop.post("refunds", [("charge", charge)]).id
        #expect(Self.message(shop.post("refunds/\(refund)/cancel")) == "Canceling this refund is unsupported.")
        let unknown = shop.get("refunds/re_x")
        #expect(Self.message(unknown) == "No such refund: 're_x'")
        #expect(unknown.param == "refund")
    }

    @Test func unknownIntentsAndDeclinesAreNamed() {
        var shop = Shop()
        #expect(Self.message(shop.get("setup_intents/seti_x")) == "No such setupintent: 'seti_x'")
        #expect(Self.message(shop.get("payment_intents/pi_x")) == "No such payment_intent: 'pi_x'")
        let form: Form = [("payment_method", "pm_card_visa_chargeDeclined"), ("confirm", "true")]
        let charge = shop.post("payment_intents", Self.card + form)["error", "charge"]?.text ?? ""
        #expect(
            shop.get("charges/\(charge)")["outcome", "seller_message"]
                == "The bank did not return any further details with this decline.")
        #expect(
            Self.message(shop.post("refunds", [("charge", charge)]))
                == "Charge \(charge) failed, so there is nothing to refund.")
        let poor: Form = [("payment_method", "pm_card_visa_chargeDeclinedInsufficientFunds"), ("confirm", "true")]
        let second = shop.post("payment_intents", Self.card + poor)["error", "charge"]?.text ?? ""
        #expect(
            shop.get("charges/\(second)")["outcome", "seller_message"]
                == "The bank returned the decline code `insufficient_funds`.")
    }
}
