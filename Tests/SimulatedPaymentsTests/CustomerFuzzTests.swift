import Testing

@testable import SimulatedPayments

/// Random requests to everything about customers, spelled by what each operation takes.
///
/// Each answer must be an object of its schema or an error object, and what is stored must give the same answers again.
@Suite struct CustomerFuzzTests {
    private static let operations =
        Operation.customers + Operation.sources + Operation.paymentMethods + Operation.tokens
        + Operation.setupIntents + Operation.customerKeys

    private static let hostile = [
        "", "x", "-1", "0", "true", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "ä", "\u{0}",
        "pm_card_visa", "tok_visa", "tok_chargeDeclined", "4242424242424242", "card", "a@b.c", "2031", "12", "eur",
        "off_session", "succeed", "fail", "[]", "%", String(repeating: "y", count: 6000),
    ]

    @Test func everyAnswerIsAnObjectOrAnError() throws {
        let checker = try SchemaChecker()
        var problems: Set<String> = []
        var statuses: [Int: Int] = [:]
        for seed in 0..<30 as Range<UInt64> {
            var shop = Shop()
            var random = Pseudorandom(state: seed &* 104_729 &+ 1)
            var ids = [
                shop.customer([("source", "tok_visa"), ("payment_method", "pm_card_visa")]), shop.method().id,
                shop.post("tokens", Shop.typed).id, shop.post("setup_intents").id,
            ]
            for _ in 0..<60 {
                guard let operation = Self.operations.randomElement(using: &random) else { continue }
                let request = Self.request(operation, ids, &shop, &random)
                let answer = Shop.Answer(shop.payments.handle(request, now: shop.now))
                statuses[answer.status, default: 0] += 1
                if answer.status == 200 {
                    if !answer.id.isEmpty { ids.append(answer.id) }
                    problems.formUnion(
                        checker.problems(inside: answer.body).map { "\(operation.endpoint.rawValue): \($0)" })
                } else if answer["error", "message"] == nil || !(400...404).contains(answer.status) {
                    problems.insert("\(operation.endpoint.rawValue): \(answer.status)")
                }
            }
            if try !Self.isSameAfterRestart(&shop) { problems.insert("seed \(seed) differs after a restart") }
        }
        #expect(problems.sorted() == [])
        #expect(statuses.filter { $0.value > 5 }.keys.sorted() == [200, 400, 402, 404], "\(statuses)")
    }

    private static func request(
        _ operation: Operation, _ ids: [String], _ shop: inout Shop, _ random: inout Pseudorandom
    ) -> APIRequest {
        var segments: [String] = []
        for part in operation.path.split(separator: "/").dropFirst() {
            segments.append(part.hasPrefix(":") ? pick(segments.last ?? "", ids, &random) : String(part))
        }
        let path = segments.joined(separator: "/")
        var form: Form = []
        fill(&form, operation.parameters.without("expand"), "", ids, &random)
        var request = shop.request(operation.method.rawValue, path, operation.method == .get ? [] : form)
        if operation.method == .get { request.query = Shop.encode(form) }
        request.headers["stripe-version"] = "2024-04-10"
        return request
    }

    private static func fill(
        _ form: inout Form, _ members: ParameterSpec.Members, _ prefix: String, _ ids: [String],
        _ random: inout Pseudorandom
    ) {
        for (name, spec) in members.sorted(by: { $0.key < $1.key }) {
            guard spec.isRequired ? random.chance(95) : random.chance(25) else { continue }
            fill(&form, spec, prefix.isEmpty ? name : "\(prefix)[\(name)]", ids, &random)
        }
    }

    private static func fill(
        _ form: inout Form, _ spec: ParameterSpec, _ name: String, _ ids: [String], _ random: inout Pseudorandom
    ) {
        let anything = hostile.randomElement(using: &random) ?? ""
        guard random.chance(93) else { return form.append((name, anything)) }
        switch spec.shape {
        case .hash(let members): fill(&form, members, name, ids, &random)
        case .list(let elements): for element in elements { fill(&form, element, name + "[0]", ids, &random) }
        case .choice(let names): form.append((name, names.randomElement(using: &random) ?? ""))
        case .boolean: form.append((name, random.chance(50) ? "true" : "false"))
        case .url: form.append((name, "https://example.com"))
        case .amount, .integer, .times:
            form.append((name, name.contains("year") ? "2031" : "\(Int.random(in: 1...12, using: &random))"))
        case .email: form.append((name, "a@b.c"))
        case .currency: form.append((name, "eur"))
        case .descriptor: form.append((name, "CUPS 12"))
        case .texts: form.append((name + "[k]", "v"))
        case .text, .decimal, .any, .file: form.append((name, text(for: name, ids, anything, &random)))
        }
    }

    private static func text(
        for name: String, _ ids: [String], _ anything: String, _ random: inout Pseudorandom
    ) -> String {
        if name.hasSuffix("[number]") { return random.chance(70) ? "4242424242424242" : "4000000000000002" }
        if name.hasSuffix("[cvc]") { return "123" }
        if name == "type" || name == "payment_method_data[type]" { return "card" }
        if name.hasSuffix("types][0]") || name.hasSuffix("types[0]") { return "card" }
        if name == "payment_method" {
            return TestCard.all.randomElement(using: &random).map { "pm_card_" + $0.name } ?? ""
        }
        if name == "source" || name.hasSuffix("token]") { return random.chance(60) ? "tok_visa" : "tok_chargeDeclined" }
        return random.chance(70) ? pick(name, ids, &random) : anything
    }

    /// An id, mostly of the kind that the name speaks of.
    private static func pick(_ name: String, _ ids: [String], _ random: inout Pseudorandom) -> String {
        let prefix = prefixes.first { name.contains($0.name) }?.prefix ?? ""
        let fitting = ids.filter { $0.hasPrefix(prefix) }
        return (random.chance(90) ? fitting : ids).randomElement(using: &random) ?? "x"
    }

    private static let prefixes = [
        (name: "source", prefix: "card_"), (name: "payment_method", prefix: "pm_"), (name: "customer", prefix: "cus_"),
        (name: "setup", prefix: "seti_"), (name: "intent", prefix: "seti_"), (name: "token", prefix: "tok_"),
        (name: "keys", prefix: "ephkey_"),
    ]

    private static func isSameAfterRestart(_ shop: inout Shop) throws -> Bool {
        let paths = ["customers", "payment_methods", "setup_intents"]
        let before = paths.map { shop.get($0, [("limit", "100")]).bytes }
        // The rows as a table would keep them: the last content of each, in the order of their first.
        var rows: [StoredRecord] = []
        for record in shop.payments.takeChanges() {
            let index = rows.firstIndex { $0.kind == record.kind && $0.id == record.id }
            if let index { rows[index] = record } else { rows.append(record) }
        }
        shop.payments = try SimulatedPayments(seed: [7], records: rows)
        return paths.map { shop.get($0, [("limit", "100")]).bytes } == before
    }
}
