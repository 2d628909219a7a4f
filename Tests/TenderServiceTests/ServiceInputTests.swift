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

    /// A member that is there twice is named with its place, however it is written; nothing else is.
    @Test func aRepeatedMemberIsNamed() {
        let vectors: [(String, String?)] = [
            (#"{"amount":1,"currency":"eur","amount":2}"#, "amount"), (#"{"a":1,"\u0061":2}"#, "a"),
            (#"{"":1,"":2}"#, ""), (#"{"metadata":{"x":"1","y":"2","x":"1"}}"#, "metadata.x"),
            (#"{"items":[{},{"x":[],"y":{}},[0,{"x":1,"x":1}]]}"#, "items[2][1].x"),
            (#"[{"a":1},{"a":1,"a":2}]"#, "[1].a"),
            ("{\"\u{E9}\":1,\"e\u{301}\":2}", "e\u{301}"), (#"{"a":{"b":1,"b":2},"a":1}"#, "a.b"),
            (#"{"a":"{\"a\":1","b":"\\","c":["a","a",{}],"d":{"a":"a"}}"#, nil),
            (#"{"a":{"a":{"a":[{"a":1},{"a":1}]}}}"#, nil),
            ("{}", nil), ("[]", nil), ("null", nil), (#"{"a":1,"A":2}"#, nil), (#" { "a" : "," , "b" : "a" } "#, nil),
        ]
        let wrong = vectors.filter { text, name in
            do throws(ServiceError) {
                _ = try ServiceInput.parse(Array(text.utf8))
                return name != nil
            } catch {
                return error.body.parameter != name || error.body.code != "invalid_input" || error.status != 400
            }
        }
        #expect(wrong.map(\.0) == [])
    }

    /// Other encodings of Unicode are no JSON here: a repeated member could hide in them.
    @Test func inputIsUTF8() {
        let text = #"{"amount":1}"#
        let others: [[UInt8]] = [
            text.utf16.flatMap { [UInt8($0), 0] }, text.utf16.flatMap { [0, UInt8($0)] },
            text.utf16.flatMap { [UInt8($0), 0, 0, 0] }, [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0), 0] },
        ]
        #expect(others.filter { (try? ServiceInput.parse($0)) != nil } == [])
    }

    /// What is no JSON is searched to its end too.
    @Test(arguments: [#"{"a"#, #"{"\"#, "}}]],,", #"{"a":1,"#, "\"\\", #"{"\u":1,"\u":2}"#]) func anySearchEnds(
        _ text: String
    ) {
        _ = RepeatedMember.first(in: Array(text.utf8))
    }
}
