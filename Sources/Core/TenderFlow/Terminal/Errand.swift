/// Names something that was asked of the world: who asked, and the serial that it gave.
///
/// An answer under an errand that nobody holds any more means nothing.
public struct Errand: Hashable, Sendable, Codable {
    /// Who asked.
    public enum Owner: Hashable, Sendable, Codable {
        /// The terminal itself.
        case terminal
        /// The connection to the reader.
        case connection
        /// The forwarder of what was stored offline.
        case forwarder
        /// A payment, by its number within the terminal's life: the same intent taken up again has another.
        case payment(Int)
        /// A request beside a payment, by its number.
        case request(Int)
    }

    /// Who asked.
    public let owner: Owner
    /// What for, in the asker's own count.
    public let serial: Serial

    /// Names what `owner` asked under `serial`.
    public init(_ owner: Owner, _ serial: Serial) {
        self.owner = owner
        self.serial = serial
    }
}
