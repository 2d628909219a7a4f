import TenderBytes
import TenderEMV
import TenderTestSupport
import Testing

@Suite struct ATRTests {
    private func atr(_ text: String) -> ATR { ATR(Hex.decode(text) ?? []) }

    @Test func defaultsOfShortAnswers() {
        let card = atr("3B6500002063CB6800")
        #expect(card.faults == [])
        #expect(card.protocols == [0])
        #expect(card.speed == 0x11)
        #expect(card.guardTime == 0)
        #expect(card.historicalBytes == [0x20, 0x63, 0xCB, 0x68, 0x00])
        #expect(card.waitingTime == 10)
        #expect(card.emvFaults() == [])
        let block = atr("3B800181")
        #expect(block.faults == [])
        #expect(block.protocols == [1])
        #expect(block.defaultProtocol == 1)
        #expect(block.informationFieldSize == 32)
        #expect(block.blockWaitingTime == 4)
        #expect(block.characterWaitingTime == 13)
        #expect(block.clockStop == .notAllowed)
        #expect(block.checkByte == 0x81)
    }

    @Test func everyParameterIsRead() {
        let card = atr("3B9095813140" + "45B0")
        #expect(card.faults == [])
        #expect(card.speed == 0x95)
        #expect(card.informationFieldSize == 0x40)
        #expect(card.blockWaitingTime == 4)
        #expect(card.characterWaitingTime == 5)
        #expect(card.protocols == [1])
        // T=0 and T=1 with guard time, WI, CRC and a clock that may stop high.
        let rich = atr("3FF11100FF" + "C00C" + "F1" + "FE3601" + "1F87" + "42")
        #expect(rich.isInverse)
        #expect(rich.guardTime == 255)
        #expect(rich.waitingTime == 12)
        #expect(rich.protocols == [0, 1])
        #expect(rich.usesCRC)
        #expect(rich.informationFieldSize == 0xFE)
        #expect(rich.clockStop == .high)
        #expect(rich.voltageClasses == 7)
        #expect(atr("3B90118110" + "01").specificProtocol == nil)
        let specific = atr("3B901191" + "11" + "81")
        #expect(specific.specificProtocol == 1)
        #expect(specific.hasImplicitParameters)
    }

    @Test func whatIsWrongIsListed() {
        let vectors: [(String, [ATRFault])] = [
            ("", [.truncated]), ("3B", [.truncated]), ("3B65", [.truncated]), ("3B6500", [.truncated]),
            ("3B8001", [.missingCheckByte]), ("3B800182", [.badCheckByte]), ("3B800181FF", [.trailingBytes(1)]),
            ("3C00", [.badInitialCharacter(0x3C)]), ("3BF1", [.truncated]),
        ]
        #expect(vectors.filter { atr($0.0).faults != $0.1 }.map(\.0) == [])
        #expect(ATR([UInt8](repeating: 0x80, count: 300)).faults.contains(.tooLong))
        #expect(vectors.flatMap(\.1).allSatisfy { $0.sentence.hasSuffix(".") })
    }

    @Test func emvRefusesWhatItMust() {
        let vectors: [(String, [ATRRefusal])] = [
            ("3B600000", []), ("3B00", [.programmingVoltage(nil)]), ("3B600500", [.programmingVoltage(5)]),
            ("3BE000008131FE4514" + "", [.malformed(.badCheckByte)]),
            ("3BE00000021" + "2", [.malformed(.badCheckByte), .firstProtocol(2)]),
            ("3BF01800001010" + "", [.implicitParameters, .speed(0x18)]),
        ]
        var failures: [String] = []
        for (text, refusals) in vectors where atr(text).emvFaults() != refusals {
            failures.append("\(text): \(atr(text).emvFaults())")
        }
        #expect(failures == [])
        #expect(atr("3B00").emvFaults(afterWarmReset: true) == [])
    }

    @Test func emvChecksTheBlockProtocol() {
        // 3B E0 00 00 81 31 IFSC TB3 TCK and variations, with a right check byte.
        func block(_ size: UInt8, _ times: UInt8, guardTime: UInt8 = 0, check: UInt8? = nil) -> [ATRRefusal] {
            var bytes: [UInt8] = [0x3B, 0xE0, 0x00, guardTime, 0x81, check == nil ? 0x31 : 0x71, size, times]
            if let check { bytes.append(check) }
            return ATR(bytes + [bytes.dropFirst().reduce(0, ^)]).emvFaults()
        }
        #expect(block(0xFE, 0x45) == [])
        #expect(block(0x0F, 0x45) == [.informationFieldSize(0x0F)])
        #expect(block(0xFF, 0x45) == [.informationFieldSize(0xFF)])
        #expect(block(0xFE, 0x55) == [.waitingTimes(0x55)])
        #expect(block(0xFE, 0x46) == [.waitingTimes(0x46)])
        #expect(block(0xFE, 0x41, guardTime: 1) == [.waitingTimes(0x41)])
        #expect(block(0xFE, 0x42, guardTime: 1) == [])
        #expect(block(0xFE, 0x40, guardTime: 255) == [])
        #expect(block(0xFE, 0x45, check: 1) == [.checkValue(1)])
        #expect(block(0xFE, 0x45, check: 0) == [])
    }

    @Test func explanationIsForPeople() {
        let lines = atr("3B909581314045B0").explanation
        #expect(lines.contains("Speed: F = 512, D = 16, 125000 bit/s at 4 MHz."))
        #expect(lines.contains { $0.contains("blocks of 64 bytes") })
        #expect(atr("3B").explanation.last == "The answer ends before it is complete.")
    }

    @Test func randomBytesNeverTrap() {
        var random = SplitMix64(seed: 13)
        var withFaults = 0
        for _ in 0..<20_000 {
            var bytes = (0..<Int(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if random.chance(50), !bytes.isEmpty { bytes[0] = 0x3B }
            let card = ATR(bytes)
            _ = card.explanation
            _ = card.emvFaults()
            if !card.faults.isEmpty { withFaults += 1 }
            if card.informationFieldSize == 0 || card.blockWaitingTime > 9 { Issue.record("\(bytes)") }
        }
        #expect(withFaults > 1000)
    }
}
