import TenderAPI
import Testing

@testable import TenderService

/// What a call takes, made from the table of fields.
@Suite struct ServiceInputTests {
    /// A value that a kind takes.
    private static func right(_ kind: ServiceField.Kind) -> APIValue {
        switch kind {
        case .text(let maximum): .string(String(repeating: "x", count: min(3, maximum)))
        case .integer(let range): .integer(range.lowerBound)
        case .flag: true
        case .choice(let words): .string(words.first ?? "")
        case .list(let kind, _): .array([right(kind)])
        case .metadata: ["order": "17"]
        case .object(let fields): object(fields)
        }
    }

    private static func object(_ fields: [ServiceField]) -> APIValue {
        .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, right($0.kind)) }))
    }

    /// Values that a kind does not take.
    private static func wrong(_ kind: ServiceField.Kind) -> [APIValue] {
        let others: [APIValue] = [.number(1.5), [], [:], "", -7, false, ["x": ["y": 1]]]
        switch kind {
        case .text(let maximum): return [.string(String(repeating: "x", count: maximum + 1)), 1, "", true, [:]]
        case .integer(let range):
            let below = range.lowerBound > .min ? [APIValue.integer(range.lowerBound - 1)] : []
            let above = range.upperBound < .max ? [APIValue.integer(range.upperBound + 1)] : []
            return below + above + ["1", .number(1.5), true, []]
        case .flag: return ["true", 1, [:]]
        case .choice: return ["neither", 1, ["a"]]
        case .list(let kind, let maximum):
            return [.array(Array(repeating: right(kind), count: maximum + 1)), "x", [:]]
                + wrong(kind).map { .array([$0]) }
        case .metadata: return [["": "x"], ["a": 1], ["a": [:]], "x", [["a": "b"]]]
        case .object: return others.filter { if case .object = $0 { false } else { true } } + [["unknown": 1]]
        }
    }

    private static let calls = ServiceCall.all.filter { !$0.fields.isEmpty }.map(\.name)

    @Test(arguments: calls) func whatTheTableSaysIsTaken(_ name: String) throws {
        let fields = try #require(ServiceCall.named(name)).fields
        #expect(throws: Never.self) { try ServiceInput(Self.object(fields), fields: fields) }
    }

    /// Each field refuses each wrong value, and says which field it is.
    @Test(arguments: calls) func whatIsWrongIsNamed(_ name: String) throws {
        let fields = try #require(ServiceCall.named(name)).fields
        guard case .object(let all) = Self.object(fields) else { return }
        for field in fields {
            for value in Self.wrong(field.kind) {
                var members = all
                members[field.name] = value
                let error = #expect(throws: ServiceError.self) { try ServiceInput(.object(members), fields: fields) }
                #expect(error?.body.parameter?.hasPrefix(field.name) == true, "\(field.name): \(value)")
                #expect(error?.status == 400)
            }
        }
    }

    @Test(arguments: calls) func whatIsMissingIsNamed(_ name: String) throws {
        let fields = try #require(ServiceCall.named(name)).fields
        guard case .object(let all) = Self.object(fields) else { return }
        for field in fields where field.isRequired {
            for absent in [nil, APIValue.null] {
                var members = all
                members[field.name] = absent
                let error = #expect(throws: ServiceError.self) { try ServiceInput(.object(members), fields: fields) }
                #expect(error?.body.parameter == field.name)
            }
        }
    }

    @Test(arguments: ["amout", "a\u{1B}[2Jb", String(repeating: "n", count: 10_000)])
    func anUnknownMemberIsRefusedByName(_ name: String) throws {
        let fields = [ServiceField.amount]
        let error = try #require(
            #expect(throws: ServiceError.self) { try ServiceInput(.object([name: 1]), fields: fields) })
        #expect(error.body.parameter?.isEmpty == false)
        #expect(!error.body.message.contains("\u{1B}"))
        #expect(error.body.message.utf8.count < 200)
    }

    @Test(arguments: [APIValue.array([]), "x", 1, true]) func onlyAnObjectIsAnInput(_ value: APIValue) {
        #expect(throws: ServiceError.self) { try ServiceInput(value, fields: []) }
    }

    @Test func anUnknownMemberOfAMemberIsRefusedByItsPlace() throws {
        let fields = ServiceField.collecting
        let input: APIValue = ["tipping": ["maximum_amount": 100, "choices": [["amount": 1, "percent": 5]]]]
        let error = #expect(throws: ServiceError.self) { try ServiceInput(input, fields: fields) }
        #expect(error?.body.parameter == "tipping.choices[0].percent")
    }
}
