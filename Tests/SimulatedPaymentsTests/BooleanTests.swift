import Testing

@testable import SimulatedPayments

/// Yes and no as clients write them; the official ones for Python before version 12 begin both with a capital letter.
@Suite struct BooleanTests {
    /// Every parameter of every endpoint that takes a yes or a no, by itself: what else is missing does not matter.
    @Test func everyBooleanMayBeginWithACapitalLetter() throws {
        var wrong: [String] = []
        var count = 0
        for operation in Operation.all where operation.generation == .v1 {
            for path in Self.booleans(of: operation.parameters) {
                for text in ["True", "False"] {
                    count += 1
                    let node = try FormNode.reading([(path: path, value: text)])
                    do throws(APIFailure) {
                        _ = try ParameterSpec.read(node, for: operation)
                    } catch  where error.code != "parameter_missing" {
                        wrong.append("\(operation.endpoint.rawValue) \(FormNode.bracketed(path)): \(error.message)")
                    } catch {}
                }
            }
        }
        #expect(wrong == [])
        #expect(count > 300)
    }

    private static func booleans(of members: ParameterSpec.Members) -> [[String]] {
        members.sorted { $0.key < $1.key }.flatMap { name, spec in booleans(of: spec).map { [name] + $0 } }
    }

    private static func booleans(of spec: ParameterSpec) -> [[String]] {
        switch spec.shape {
        case .boolean: [[]]
        case .choice(let names): names.contains("true") ? [[]] : []
        case .hash(let members): booleans(of: members)
        case .list(let elements): elements.flatMap { booleans(of: $0).map { ["0"] + $0 } }
        default: []
        }
    }

    @Test func theyMeanTheSame() {
        var shop = Shop()
        let form: Form = [
            ("amount", "2000"), ("currency", "usd"), ("payment_method", "pm_card_visa"), ("off_session", "True"),
            ("automatic_payment_methods[enabled]", "True"), ("automatic_payment_methods[allow_redirects]", "never"),
        ]
        let paid = shop.post("payment_intents", form + [("confirm", "True")])
        let open = shop.post("payment_intents", form.filter { $0.0 != "off_session" } + [("confirm", "False")])
        #expect([paid.state, open.state] == ["succeeded", "requires_confirmation"])
        let wanted: Form = [
            ("type", "express"), ("capabilities[transfers][requested]", "True"),
            ("capabilities[card_payments][requested]", "False"),
        ]
        #expect(shop.post("accounts", wanted)["capabilities"]?.members?.keys.sorted() == ["transfers"])
        let nonsense = ["TRUE", "tRue", "1", "yes", "True "].map {
            shop.post("payment_intents", form + [("confirm", $0)]).status
        }
        #expect(nonsense == [400, 400, 400, 400, 400])
    }
}
