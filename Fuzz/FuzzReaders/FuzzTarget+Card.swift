import TenderEMV

// The data of a card.
extension FuzzTarget {
    @Sendable static func apdu(_ bytes: [UInt8]) {
        guard let command = try? CommandAPDU(parsing: bytes) else { return }
        check((try? CommandAPDU(parsing: command.bytes)) == command, "a command that is not read back")
    }

    @Sendable static func atr(_ bytes: [UInt8]) {
        let atr = ATR(bytes)
        check(atr.explanation.count < 200, "an explanation without an end")
    }

    @Sendable static func tlv(_ bytes: [UInt8]) {
        guard let list = try? TLV(bytes) else { return }
        let end = list.elements.map(\.whole.upperBound).max() ?? 0
        check(end <= bytes.count, "an object beyond the end")
    }

    /// The first byte chooses what the others are taken for.
    @Sendable static func emv(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let subject = EMVSubject.allCases[Int(first) % EMVSubject.allCases.count]
        let told = EMVExplainer.explain([UInt8](bytes.dropFirst()), as: subject)
        check(told.lines.count <= 16 * (bytes.count + 16), "an explanation without an end")
    }

    @Sendable static func emvInput(_ bytes: [UInt8]) {
        guard let input = try? EMVInput(reading: bytes) else { return }
        switch input {
        case .bytes(let bytes): _ = EMVExplainer.explain(bytes, as: EMVSubject(guessing: bytes)).lines
        case .log(let log): check(EMVExplainer.explain(log).parts.count == log.lines.count, "a line is missing")
        }
    }
}
