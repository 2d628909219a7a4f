import Foundation
import TenderBytes
import TenderEMV
import TenderTestSupport
import Testing

@Suite struct EMVInputTests {
    private func read(_ text: String) -> Result<EMVInput, EMVInputError> {
        Result { () throws(EMVInputError) in try EMVInput(reading: Array(text.utf8)) }
    }

    @Test func hexadecimalBase64AndBytesAreRead() {
        let bytes: [UInt8] = [0x50, 0x01, 0xFB]
        let texts = ["5001fb", "50 01 FB\n", "50:01:fb", "\tUAH7\n", "UAH7"]
        #expect(texts.filter { read($0) != .success(.bytes(bytes)) } == [])
        #expect((try? EMVInput(reading: bytes)) == .bytes(bytes))
    }

    @Test func base64IsThatOfFoundation() {
        var random = SplitMix64(seed: 28)
        var wrong: [[UInt8]] = []
        for size in 1..<300 {
            // A first byte that makes the text no hexadecimal one.
            let bytes = [0xFF] + (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if read(Data(bytes).base64EncodedString()) != .success(.bytes(bytes)) { wrong.append(bytes) }
        }
        #expect(wrong == [])
    }

    @Test func whatIsNeitherIsRefused() {
        let wrong: [(String, EMVInputError)] = [
            ("", .empty), (" \n", .empty), ("500", .neither), ("UAH", .neither), ("UAH=", .neither),
            ("UA==UAH7", .neither),
            ("UAH7=", .neither), ("zz!?", .neither), ("> 00A4\n< 9", .unreadableLine(2)),
            ("# x\n> what", .unreadableLine(2)),
            (String(repeating: "0", count: EMVInput.largest + 1), .tooLarge),
        ]
        #expect(wrong.filter { read($0.0) != .failure($0.1) }.map(\.0) == [])
        #expect(wrong.filter { $0.1.sentence.contains($0.0) && !$0.0.isEmpty }.isEmpty)
    }

    @Test func everyMarkOfALogIsRead() throws {
        let text =
            "note\n> 00 A4\n>> 00A4\n-> 00A4\n=> 00A4\nC-APDU: 00A4\nAPDU: 00A4\n\n< 90 00\n<< 9000\n<- 9000\n"
            + "<= 9000\n  R-APDU: 9000\r\nSW: 9000\n"
        let lines = try APDULog(parsing: text).lines
        #expect(lines.map(\.isCommand) == [Bool](repeating: true, count: 6) + [Bool](repeating: false, count: 6))
        #expect(lines.filter { $0.bytes != ($0.isCommand ? [0, 0xA4] : [0x90, 0]) } == [])
        #expect(lines.first?.number == 2)
    }

    @Test func randomTextNeverTraps() {
        var random = SplitMix64(seed: 29)
        let alphabet = Array("<>=- \n:AF09azSWC/+".utf8) + [0, 0x80]
        var kinds: Set<String> = []
        for _ in 0..<5000 {
            let bytes = (0..<Int(random.next() % 12)).map { _ in random.pick(alphabet) }
            do throws(EMVInputError) { kinds.insert(try EMVInput(reading: bytes).description.filter(\.isLetter)) } catch
            {
                kinds.insert(error == .neither ? "neither" : "other")
            }
        }
        #expect(kinds.isSuperset(of: ["bytes", "commandsandanswers", "neither", "other"]))
    }
}
