/// What an issuer has its card change, with the proof of method 2 (card status update; EMV, Book 3, annex C8). [check]
public struct CardStatusUpdate: Hashable, Sendable {
    /// Whether the issuer approves; a card declines what it does not.
    public var isApproved = false
    /// Whether the card is blocked.
    public var blocksCard = false
    /// Whether the application is blocked.
    public var blocksApplication = false
    /// The tries that the PIN has from now on; `nil` for those that it had.
    public var tries: UInt8?
    /// Whether the card counts anew what it does offline.
    public var resetsCounters = false

    /// Creates an update that changes nothing.
    public init() {}

    /// Reads the four bytes of an update.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 else { return nil }
        isApproved = bytes[1] & 0x80 != 0
        blocksCard = bytes[1] & 0x40 != 0
        blocksApplication = bytes[1] & 0x20 != 0
        tries = bytes[1] & 0x10 != 0 ? bytes[0] & 0x0F : nil
        resetsCounters = bytes[1] & 0x03 == 2
    }

    /// The four bytes.
    public var bytes: [UInt8] {
        let flags: [(isOn: Bool, bit: UInt8)] = [
            (isApproved, 0x80), (blocksCard, 0x40), (blocksApplication, 0x20), (tries != nil, 0x10),
            (resetsCounters, 0x02),
        ]
        return [(tries ?? 0) & 0x0F, flags.reduce(0) { $0 | ($1.isOn ? $1.bit : 0) }, 0, 0]
    }
}
