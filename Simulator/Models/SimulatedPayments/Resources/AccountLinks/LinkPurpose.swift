/// The purpose of a link to a connected account.
package enum LinkPurpose: String, Sendable {
    /// Provide what is required before the account is paid.
    case onboarding = "account_onboarding"
    /// Change what was provided.
    case update = "account_update"
    /// View the earnings.
    case login
}

/// The result of an attempt to open a link.
package enum LinkOpening: Hashable, Sendable {
    /// The link is open, for whoever has this secret.
    case session(String, LinkPurpose)
    /// The link was already opened, or is expired; the platform creates another one at the address, if it provided one.
    case over(refreshURL: String?)
    /// There never was such a link.
    case unknown
}

/// A person who came by a link: the account, and where they go from there.
package struct LinkVisitor: Hashable, Sendable {
    /// The connected account.
    package let account: String
    /// The platform that created the link.
    package let platform: String
    /// The purpose of the visit.
    package let purpose: LinkPurpose
    /// The address where they get another link.
    package let refreshURL: String?
    /// The address where they go when they are done, or leave.
    package let returnURL: String?
    /// Whether the time is up, or they left.
    package let isOver: Bool
}
