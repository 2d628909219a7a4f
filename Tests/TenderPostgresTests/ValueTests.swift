import TenderTestSupport
import Testing

@testable import TenderPostgres

@Suite struct ValueTests {
    @Test func everyValueIsReadBackFromItsBytes() throws {
        var random = SplitMix64(seed: 1)
        var wrong: [PostgresValue] = []
        for _ in 0..<2000 {
            let value = PostgresValue.random(&random)
            let read = try value.encoded().map { try PostgresValue(type: value.type, bytes: $0) } ?? .null
            if read != value { wrong.append(value) }
        }
        #expect(wrong == [])
    }

    @Test func bytesThatEndEarlyAreNoArrayAndNoNumber() throws {
        var random = SplitMix64(seed: 2)
        var accepted: [PostgresValue] = []
        for _ in 0..<500 {
            let value = PostgresValue.random(&random)
            switch value {
            case .null, .text, .bytes: continue
            default: break
            }
            let bytes = try value.encoded() ?? []
            for count in bytes.indices {
                if (try? PostgresValue(type: value.type, bytes: Array(bytes[..<count]))) != nil {
                    accepted.append(value)
                }
            }
            if (try? PostgresValue(type: value.type, bytes: bytes + [0])) != nil { accepted.append(value) }
        }
        #expect(accepted == [])
    }

    @Test func anyBytesAreAValueThatCanBeSentOrAnError() {
        var random = SplitMix64(seed: 3)
        let types: [UInt32] = [16, 17, 19, 20, 21, 23, 25, 705, 1001, 1009, 1016, 1042, 1043, 1184, 2278, 1700, 0]
        var wrong: [PostgresValue] = []
        for _ in 0..<50_000 {
            // Small numbers make counts and lengths that nearly fit.
            let bytes = (0..<(random.next() % 40)).map { _ in
                random.chance(60) ? 0 : UInt8(truncatingIfNeeded: random.next() % (random.chance(70) ? 10 : 256))
            }
            guard let value = try? PostgresValue(type: random.pick(types), bytes: bytes) else { continue }
            if (try? value.encoded()) == nil, value != .null { wrong.append(value) }
        }
        #expect(wrong == [])
    }

    @Test(
        arguments: [
            // A count of two thousand million without an element, one dimension too many, and another type of element.
            [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 20, 0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1],
            [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25],
            // An element of minus two bytes.
            [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE],
        ] as [[UInt8]])
    func aDamagedArrayIsAnError(bytes: [UInt8]) {
        #expect(throws: UnreadableValue(reason: "a value of type 1016 is damaged")) {
            try PostgresValue(type: 1016, bytes: bytes)
        }
    }

    @Test func aTextThatIsNotUTF8OrHasANULIsAnError() {
        for bytes in [[0xC3], [0x61, 0, 0x62]] as [[UInt8]] {
            #expect(throws: UnreadableValue.self) { try PostgresValue(type: 25, bytes: bytes) }
        }
    }

    @Test func whatCannotBeSentIsRefused() {
        let statements = [
            PostgresStatement("SELECT 1\0"), PostgresStatement("SELECT $1", [.text("a\0b")]),
            PostgresStatement("SELECT $1", [.texts([nil, "\0"])]),
            PostgresStatement("SELECT 1", [PostgresValue](repeating: .null, count: 65_536)),
        ]
        let accepted = statements.filter { (try? EncodedStatement($0)) != nil }
        #expect(accepted == [])
    }

    @Test func aCodeIsFoundInLibpqsMessageOnly() {
        let found = LibPQ.refusal(in: #"connection to server at "a", port 1 failed: FATAL:  28P01: no: way"#)
        #expect(found?.state == .invalidPassword)
        #expect(found?.message == "no: way")
        let without = ["", "FATAL:  no", "FATAL:  28p01: x", "FATAL:  28P011: x", ":  : ", "could not: connect"]
        #expect(without.filter { LibPQ.refusal(in: $0) != nil } == [])
    }
}

extension PostgresValue {
    /// A value of any kind, with the extremes among them.
    static func random(_ random: inout SplitMix64) -> PostgresValue {
        var list = (0..<(random.next() % 5)).map { _ in random.chance(20) ? nil : integer(&random) }
        switch random.next() % 9 {
        case 0: return .null
        case 1: return .bool(random.chance(50))
        case 2: return .integer(integer(&random))
        case 3: return .text(text(&random))
        case 4: return .bytes(bytes(&random))
        // The server's times begin in 4713 BC (PostgreSQL, table 8.9).
        case 5: return .timestamp(random.pick([.min, .max, integer(&random) % 200_000_000_000_000_000]))
        case 6:
            if random.chance(10) { list = [] }
            return .integers(list)
        case 7: return .texts(list.map { $0.map { _ in text(&random) } })
        default: return .byteStrings(list.map { $0.map { _ in bytes(&random) } })
        }
    }

    private static func integer(_ random: inout SplitMix64) -> Int64 {
        random.chance(30) ? random.pick([.min, -1, 0, 1, .max]) : Int64(bitPattern: random.next())
    }

    private static func text(_ random: inout SplitMix64) -> String {
        (0..<(random.next() % 6)).map { _ in random.pick(["a", "'", "\\", "ü", "🧾", "\n", ",", "{}", "\u{1}", "NULL"]) }
            .joined()
    }

    private static func bytes(_ random: inout SplitMix64) -> [UInt8] {
        (0..<(random.next() % 20)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}
