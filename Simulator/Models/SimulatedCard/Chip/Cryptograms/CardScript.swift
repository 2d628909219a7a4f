/// A script of an issuer for its card: commands that a terminal passes on (EMV, Book 3, 10.10).
public struct CardScript: Sendable {
    /// Whether it is for the time after the second cryptogram (tag 72), and not before it (tag 71).
    public var isLate: Bool
    /// The identifier, four bytes (tag 9F18).
    public var identifier: [UInt8]
    /// The commands, in their order.
    public var commands: [IssuerCommand]

    /// Creates a script.
    public init(isLate: Bool = false, identifier: [UInt8] = [0, 0, 0, 1], _ commands: [IssuerCommand]) {
        self.isLate = isLate
        self.identifier = identifier
        self.commands = commands
    }
}
