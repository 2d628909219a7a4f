/// What became of an issuer's script, for the issuer (tag 9F5B; EMV Book 4, annex A5).
public struct IssuerScriptResult: Hashable, Sendable {
    /// How a script ended.
    public enum Status: Hashable, Sendable {
        /// It was not performed: it cannot be read, is too long, or the card was gone.
        case notPerformed
        /// The card did not take the command with this number, from 1 on.
        case failed(command: Int)
        /// The card took all commands.
        case successful
    }

    static let noIdentifier: [UInt8] = [0, 0, 0, 0]

    /// How it ended.
    public let status: Status
    /// The identifier of the script, tag 9F18, four bytes; zeros if it has none.
    public let identifier: [UInt8]

    init(_ status: Status, identifier: [UInt8] = noIdentifier) {
        self.status = status
        self.identifier = identifier
    }

    /// The five bytes of the result: how it ended, the number of the command up to 15, and the identifier.
    public var bytes: [UInt8] {
        let first: UInt8 =
            switch status {
            case .notPerformed: 0x00
            case .failed(let command): 0x10 | UInt8(clamping: min(command, 15))
            case .successful: 0x20
            }
        return [first] + identifier
    }
}
