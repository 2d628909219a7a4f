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

    @Sendable static func tlv(_ bytes: [UInt8]) { _ = try? TLV(bytes) }
}
