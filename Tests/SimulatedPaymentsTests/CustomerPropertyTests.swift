import SimulatedPayments
import Testing

/// Random sequences of what may happen to customers and their cards, against a model of who has what.
@Suite struct CustomerPropertyTests {
    private struct Model {
        /// The methods of each living customer, the first saved first.
        var owned: [String: [String]] = [:]
        var loose: [String] = []
        var gone: [String] = []
        var standard: [String: String] = [:]
    }

    @Test func methodsHaveOneOwnerAndDoNotComeBack() throws {
        var problems: [String] = []
        for seed in 0..<12 as Range<UInt64> {
            var random = Pseudorandom(state: seed &* 7919)
            var shop = Shop()
            var model = Model()
            for step in 0..<45 {
                act(&shop, &model, &random, &problems)
                if step % 15 == 14 { compare(&shop, model, "seed \(seed) step \(step)", &problems) }
            }
            try restart(&shop)
            compare(&shop, model, "seed \(seed) restarted", &problems)
        }
        #expect(problems == [])
    }

    private func act(_ shop: inout Shop, _ model: inout Model, _ random: inout Pseudorandom, _ problems: inout [String])
    {
        let customer = model.owned.keys.sorted().randomElement(using: &random)
        let name = "invoice_settings[default_payment_method]"
        switch (Int.random(in: 0..<10, using: &random), customer) {
        case (0, _): model.owned[shop.customer()] = []
        case (1, _): model.loose.append(shop.method().id)
        case (2...3, let customer?):
            let id = shop.save(for: customer)
            model.owned[customer, default: []].append(id)
        case (4, let customer?):
            guard let method = model.loose.popLast() else { return }
            _ = shop.post("payment_methods/\(method)/attach", [("customer", customer)])
            model.owned[customer, default: []].append(method)
        case (5...6, let customer?):
            guard let method = model.owned[customer]?.randomElement(using: &random) else { return }
            _ = shop.post("payment_methods/\(method)/detach")
            model.owned[customer]?.removeAll { $0 == method }
            model.gone.append(method)
            if model.standard[customer] == method { model.standard[customer] = nil }
        case (7, let customer?):
            guard let method = model.owned[customer]?.randomElement(using: &random) else { return }
            _ = shop.post("customers/\(customer)", [(name, method)])
            model.standard[customer] = method
        case (8, let customer?):
            // What is not the customer's is neither taken nor made the default.
            let others = model.gone + model.owned.filter { $0.key != customer }.flatMap(\.value).sorted()
            guard let method = others.randomElement(using: &random) else { return }
            let answers = [
                shop.post("payment_methods/\(method)/attach", [("customer", customer)]),
                shop.post("customers/\(customer)", [(name, method)]),
                shop.post("setup_intents", [("payment_method", method), ("customer", customer)]),
            ]
            if answers.map(\.status) != [400, 400, 400] { problems.append("\(method): \(answers.map(\.state))") }
        case (9, let customer?):
            _ = shop.remove("customers/\(customer)")
            model.gone += model.owned.removeValue(forKey: customer) ?? []
            model.standard[customer] = nil
        default: return
        }
    }

    private func compare(_ shop: inout Shop, _ model: Model, _ place: String, _ problems: inout [String]) {
        for (customer, methods) in model.owned {
            let found = shop.methods(of: customer)
            if found != methods.reversed() { problems.append("\(place): \(customer) has \(found), not \(methods)") }
            let standard = shop.get("customers/\(customer)")["invoice_settings", "default_payment_method"]?.text
            if standard != model.standard[customer] { problems.append("\(place): \(customer) has another default") }
            for method in methods where shop.get("payment_methods/\(method)")["customer"]?.text != customer {
                problems.append("\(place): \(method) has another owner")
            }
        }
        for method in model.loose + model.gone where shop.get("payment_methods/\(method)")["customer"] != .null {
            problems.append("\(place): \(method) has an owner")
        }
        if Set(shop.get("customers", [("limit", "100")]).ids) != Set(model.owned.keys) {
            problems.append("\(place): other customers")
        }
    }

    /// Continues with the stored rows, as after a crash.
    private func restart(_ shop: inout Shop) throws {
        shop.payments = try SimulatedPayments(seed: [99], records: shop.payments.takeChanges())
    }
}
