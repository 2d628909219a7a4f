import TenderBytes
import TenderEMV
import TenderTestSupport
import Testing

@Suite struct APDUTests {
    @Test func theSevenForms() throws {
        let vectors: [(String, CommandAPDU.Case, Int, Int?)] = [
            ("00A40400", .headerOnly, 0, nil), ("00B0000000", .shortExpected, 0, 256),
            ("00B00000FF", .shortExpected, 0, 255), ("00D6000002AABB", .shortData, 2, nil),
            ("00A4040002AABB00", .shortBoth, 2, 256), ("00B00000000100", .extendedExpected, 0, 256),
            ("00B00000000000", .extendedExpected, 0, 65_536), ("00D60000000002AABB", .extendedData, 2, nil),
            ("00D60000000002AABB0001", .extendedBoth, 2, 1), ("00D60000000002AABB0000", .extendedBoth, 2, 65_536),
        ]
        var failures: [String] = []
        for (text, form, count, expected) in vectors {
            let command = try CommandAPDU(parsing: Hex.decode(text) ?? [])
            let isRight = command.form == form && command.data.count == count && command.expectedCount == expected
            if !isRight || command.bytes != Hex.decode(text) { failures.append(text) }
        }
        #expect(failures == [])
    }

    @Test func lengthsThatLieAreRefused() {
        let wrong = [
            "", "00A404", "00D6000003AABB", "00D6000001AABBCC", "00B000000001", "00D60000000003AABB",
            "00D60000000000AABB", "00D60000000002AABB00", "00D60000000002AABB000000",
        ]
        #expect(wrong.filter { (try? CommandAPDU(parsing: Hex.decode($0) ?? [])) != nil } == [])
        #expect(CommandAPDU(cla: 0, ins: 0, p1: 0, p2: 0, data: [UInt8](repeating: 0, count: 65_536)) == nil)
        #expect(CommandAPDU(cla: 0, ins: 0, p1: 0, p2: 0, expectedCount: 0) == nil)
        #expect(CommandAPDU(cla: 0, ins: 0, p1: 0, p2: 0, expectedCount: 65_537) == nil)
    }

    @Test func allSizesComeBack() throws {
        var failures: [String] = []
        let sizes = Array(0...300) + [65_535]
        for count in sizes {
            for expected in [nil, 1, 255, 256, 257, 65_536] as [Int?] {
                for isExtended in [false, true] {
                    let data = [UInt8](repeating: 0xD6, count: count)
                    let command = try #require(
                        CommandAPDU(
                            cla: 0, ins: 0xD6, p1: 1, p2: 2, data: data, expectedCount: expected,
                            isExtended: isExtended))
                    if try CommandAPDU(parsing: command.bytes) != command { failures.append("\(command)") }
                }
            }
        }
        #expect(failures == [])
    }

    @Test func randomBytesComeBackOrAreRefused() {
        var random = SplitMix64(seed: 12)
        var failures: [[UInt8]] = []
        for _ in 0..<20_000 {
            let bytes = (0..<Int(random.next() % 16)).map { _ in random.pick([0, 0, 1, 2, 3, 5, 255]) as UInt8 }
            if let command = try? CommandAPDU(parsing: bytes), command.bytes != bytes { failures.append(bytes) }
        }
        #expect(failures == [])
    }

    @Test func answersAndWhatTheyShow() throws {
        let answer = try ResponseAPDU(parsing: [0x41, 0x11, 0x62, 0x83])
        #expect(answer.data == [0x41, 0x11])
        #expect(answer.isWarning)
        #expect(!answer.isSuccess)
        #expect("\(answer)" == "2 bytes, 6283")
        #expect(throws: APDUError.tooShort) { try ResponseAPDU(parsing: [0x90]) }
        let command = try CommandAPDU(parsing: [0, 0x20, 0, 0x80, 2, 0x12, 0x34])
        var dumped = ""
        dump(command, to: &dumped)
        #expect("\(command)" == "00200080 Lc 2 Le -")
        #expect(!dumped.contains("18"))
        #expect(!dumped.contains("52"))
    }
}
