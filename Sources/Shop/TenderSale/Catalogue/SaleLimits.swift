import TenderBytes

/// The limits of everything that comes from outside, so that no sum can overflow.
enum SaleLimits {
    /// The largest price, line or total, in minor units.
    static let money: Int64 = 1_000_000_000_000_000
    /// The most lines of a cart.
    static let lines = 5_000
    /// The most payments of a ticket, declined ones included.
    static let legs = 500
    /// The most bytes of a name or a reason.
    static let text = 200
    /// The most bytes of a file.
    static let file = 16 << 20
    /// The most products of a catalogue.
    static let products = 100_000

    /// Returns whether an amount is small enough to be added up.
    static func holds(_ minorUnits: Int64) -> Bool { minorUnits.magnitude <= UInt64(money) }

    /// Returns whether a name or a reason can be stored and shown: not empty, not too long, no control characters.
    static func isText(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= Self.text && text.withoutControls == text
            && text.contains { !$0.isWhitespace }
    }
}
