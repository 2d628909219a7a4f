/// A step from one version of head office's tables to the next; there is no way back.
public struct Migration: Hashable, Sendable {
    /// The version that it leads to, from 1.
    public let number: Int
    /// The statements, which take effect together.
    public let statements: [String]

    /// What makes the roles that the migrations speak of, in order; a role belongs to all databases of a server, and may be there.
    ///
    /// Every lane's role belongs to `tender_lane`, and through it to `tender_people`, which alone reads the hashes of PINs.
    public static let roles = [
        "CREATE ROLE tender_lane NOLOGIN", "CREATE ROLE tender_people NOLOGIN ROLE tender_lane",
    ]

    /// All of them, in order.
    public static let all: [Migration] = [.records, .projection, .bundles, .gateway, .settlements]
}
