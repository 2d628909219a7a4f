/// The ID of something that was requested from the shell: the requester, and the serial that it assigned.
///
/// An answer under an errand that nobody holds any more is ignored.
public struct Errand: Hashable, Sendable, Codable {
    /// The requester.
    public enum Owner: Hashable, Sendable, Codable {
        /// The terminal itself.
        case terminal
        /// The connection to the reader.
        case connection
        /// The forwarder of offline payments.
        case forwarder
        /// A payment, by its number within the terminal's life; the same intent taken up again has another number.
        case payment(Int)
        /// A request outside a payment, by its number.
        case request(Int)
    }

    /// The requester.
    public let owner: Owner
    /// The serial in the requester's own numbering.
    public let serial: Serial

    /// Creates the ID of what `owner` requested under `serial`.
    public init(_ owner: Owner, _ serial: Serial) {
        self.owner = owner
        self.serial = serial
    }
}
