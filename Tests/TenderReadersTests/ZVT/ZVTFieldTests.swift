import TenderBytes
import TenderModel
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct ZVTFieldTests {
    static let status: [UInt8] = ZVTFramingTests.bytes(
        "2700 04000000001199 490978 0B000123 0C134501 0D1121 870042 2952500001 22F0F8 4242EEEEEEEE4242"
            + "8A0A 8BF0F5 5669736100 3BF1F2F3F4F5F6F7F8 3CF0F0F2 4F4B 06071F100102410101")

    @Test func aStatusIsRead() throws {
        let status = try ZVTStatus(parsing: Self.status, .cp437)
        #expect(status.result == .success)
        #expect(status.amount == 1199)
        #expect(status.currency == "978")
        #expect(status.trace == 123)
        #expect(status.receipt == 42)
        #expect(status.terminalID == "52500001")
        #expect(status.time == "134501")
        #expect(status.date == "1121")
        #expect(status.last4 == "4242")
        #expect(status.cardType == 10)
        #expect(status.cardName == "Visa")
        #expect(status.text == "OK")
        let container = try ZVTFields(parsing: Self.status).container()
        #expect(container.map(\.tag) == [0x1F10, 0x41])
        #expect(container.map(\.value) == [[2], [1]])
    }

    @Test func cutDataIsNoStatusWithFewerFields() {
        // Each cut is refused or ends at a field's boundary.
        let fields = ZVTFields((0...255).compactMap { Self.sample(UInt8($0)) })
        var boundaries: Set<Int> = [0]
        var sum = 0
        for field in fields.fields {
            sum += ZVTFields([field]).bytes.count
            boundaries.insert(sum)
        }
        let bytes = fields.bytes
        let wrong = (0...bytes.count).filter { cut in
            ((try? ZVTFields(parsing: Array(bytes.prefix(cut)))) != nil) != boundaries.contains(cut)
        }
        #expect(wrong.isEmpty)
        #expect((try? ZVTFields(parsing: bytes)) == fields)
        #expect(fields.fields.count > 60)
    }

    /// A field of each kind with some value; nil where the table has none.
    private static func sample(_ id: UInt8) -> ZVTField? {
        for count in [1, 2, 3, 4, 5, 6, 8, 15] {
            let field = ZVTField(id, Array(repeating: 0x11, count: count))
            let bytes = ZVTFields([field]).bytes
            if let parsed = try? ZVTFields(parsing: bytes), parsed.fields == [field] { return field }
        }
        return nil
    }

    @Test func anUnknownFieldFailsTheParse() {
        #expect(throws: ZVTParseError.unknownField(0x99)) { try ZVTFields(parsing: [0x27, 0x00, 0x99, 0x01]) }
        #expect(throws: ZVTParseError.malformed(0x8B)) { try ZVTFields(parsing: [0x8B, 0x00, 0xF1, 0x41]) }
        #expect(throws: ZVTParseError.malformed(0x8B)) { try ZVTFields(parsing: [0x8B, 0xF0, 0xFA, 0x41]) }
        #expect(throws: ZVTParseError.malformed(0x04)) {
            try ZVTStatus(parsing: [0x04, 0, 0, 0, 0, 0, 0x1A], .cp437)
        }
    }

    @Test func cardDataIsSecret() throws {
        let fields = try ZVTFields(parsing: ZVTFramingTests.bytes("22F0F8 4242424242424242 23F0F2 1234 3A0123"))
        #expect(fields[0x22] == nil)
        #expect(fields[0x23] == nil)
        #expect(fields[0x3A] == nil)
        #expect(!String(reflecting: fields).contains("66, 66"))
        var dumped = ""
        dump(ZVTAPDU(.statusInformation, fields.bytes), to: &dumped)
        #expect(!dumped.contains("66"))
        #expect(!"\(ZVTAPDU(.statusInformation, fields.bytes))".contains("42"))
    }

    @Test func containersAreBounded() {
        var nested: [UInt8] = [0x41, 0x00]
        for _ in 0..<5 { nested = [0x25, UInt8(nested.count)] + nested }
        #expect(throws: Never.self) { try ZVTContainer.parse(nested) }
        for _ in 0..<5 { nested = [0x25, UInt8(nested.count)] + nested }
        #expect(throws: ZVTParseError.tooMany) { try ZVTContainer.parse(nested) }
        let many = Array(repeating: [UInt8](arrayLiteral: 0x41, 0x00), count: 1025).flatMap { $0 }
        #expect(throws: ZVTParseError.tooMany) { try ZVTContainer.parse(many) }
        let long = ZVTContainer(0x1F07, Array(repeating: 7, count: 300))
        #expect((try? ZVTContainer.parse(long.bytes)) == [long])
    }

    @Test func anyBytesAreRead() {
        var random = SplitMix64(seed: 0x5A56_5402)
        var parsed = 0
        for _ in 0..<20_000 {
            var bytes = Self.status
            for _ in 0..<1 + random.next() % 4 {
                let place = Int(random.next() % UInt64(bytes.count))
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
                if random.chance(20) { bytes.removeLast(min(bytes.count - 1, Int(random.next() % 8))) }
            }
            if let status = try? ZVTStatus(parsing: bytes, random.pick(ZVTCharacterSet.allCases)) {
                parsed += 1
                if (status.amount ?? 0) < 0 || (status.receipt ?? 0) > 9999 { parsed = .min / 2 }
            }
            _ = try? ZVTContainer.parse(bytes)
        }
        #expect(parsed > 0)
    }

    @Test func textsAreReadInEachSet() {
        #expect(ZVTCharacterSet.din66003.decode([0x5B, 0x5C, 0x5D, 0x7B, 0x7C, 0x7D, 0x7E, 0x40, 0x41]) == "ÄÖÜäöüß§A")
        #expect(ZVTCharacterSet.cp437.decode([0x81, 0x84, 0x94, 0x8E, 0x99, 0x9A, 0xE1, 0x9B]) == "üäöÄÖÜß¢")
        #expect(ZVTCharacterSet.iso8859Part1.decode([0xFC, 0xE4, 0xA3]) == "üä£")
        #expect(ZVTCharacterSet.iso8859Part2.decode([0xB1, 0xE6]) == "ąć")
        #expect(ZVTCharacterSet.iso8859Part15.decode([0xA4]) == "€")
        var wrong: [String] = []
        for set in ZVTCharacterSet.allCases {
            let text = set.decode(0...255)
            if text.unicodeScalars.count != 256 { wrong.append(set.rawValue) }
            let again = set.decode(set.encode(text.filter { $0 != "\u{FFFD}" }))
            if again != text.filter({ $0 != "\u{FFFD}" }) { wrong.append(set.rawValue) }
        }
        #expect(wrong.isEmpty, "\(wrong)")
        #expect(ZVTCharacterSet.cp437.decode([0x1B, 0x5B, 0x41]) == " [A", "no control character gets through")
    }

    @Test func everyCodeHasASentence() {
        let wrong = (UInt8.min...UInt8.max).filter {
            ZVTResult($0).sentence.isEmpty || ZVTProgress($0).sentence.isEmpty
        }
        #expect(wrong.isEmpty)
        #expect(ZVTResult(0x05).sentence.contains("05"))
        #expect(ZVTProgress(0x4C).sentence.hasSuffix("remove the card"))
        #expect(ZVTProgress(0x0A).message == .insertCard)
        #expect(ZVTProgress(0x44).message == .removeCard)
        #expect(ZVTProgress(0x04).message == nil)
    }

    @Test func digitsAreReadAndWritten() {
        var wrong: [Int64] = []
        for number: Int64 in [0, 1, 9, 10, 99, 100, 1199, 999_999_999_999] {
            if BCD.decode(BCD.encode(number, byteCount: 6)) != number { wrong.append(number) }
        }
        #expect(wrong.isEmpty)
        #expect(BCD.decode([0x1A]) == nil)
        #expect(BCD.decode(Array(repeating: 0x99, count: 10)) == nil)
        #expect(BCD.encode(-5, byteCount: 2) == [0, 0])
    }
}
