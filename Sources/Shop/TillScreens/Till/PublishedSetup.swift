/// What head office has published for the shop, in place of what the till sells with.
public struct PublishedSetup: Hashable, Sendable {
    /// Its version.
    public let version: Int64
    /// The setup.
    public let setup: TillSetup
    /// Whether the till has not sold with it yet.
    public let isNew: Bool

    /// Names a setup.
    public init(version: Int64, setup: TillSetup, isNew: Bool) {
        self.version = version
        self.setup = setup
        self.isNew = isNew
    }
}
