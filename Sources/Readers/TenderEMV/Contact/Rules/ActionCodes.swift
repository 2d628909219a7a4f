/// What results lead to what action: three masks over the terminal verification results (EMV Book 3, 10.7).
public struct ActionCodes: Hashable, Sendable {
    /// What is declined.
    public let denial: TVR
    /// What goes online.
    public let online: TVR
    /// What is declined when it should go online and cannot.
    public let `default`: TVR

    /// Creates codes.
    public init(denial: TVR, online: TVR, default: TVR) {
        self.denial = denial
        self.online = online
        self.default = `default`
    }

    /// What a terminal without codes of its acquirer does: it asks the issuer about a card that was not authenticated.
    public static let sensible = ActionCodes(
        denial: [], online: TVR(rawValue: 0xCC_0000_0000), default: TVR(rawValue: 0xCC_0000_0000))

    /// Both codes: each bit that is set in either.
    func union(_ other: ActionCodes) -> ActionCodes {
        .init(
            denial: denial.union(other.denial), online: online.union(other.online),
            default: `default`.union(other.default))
    }
}
