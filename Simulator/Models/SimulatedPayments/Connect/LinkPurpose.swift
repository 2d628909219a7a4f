/// What a link lets a person do with a connected account.
package enum LinkPurpose: String, Sendable {
    /// Tell what is asked for before the account is paid.
    case onboarding = "account_onboarding"
    /// Change what was told.
    case update = "account_update"
    /// Look at what was earned.
    case login
}

/// What became of an attempt to open a link.
package enum LinkOpening: Hashable, Sendable {
    /// It is open, for whoever names this secret.
    case session(String, LinkPurpose)
    /// It was opened before, or too late; the platform makes another one at the address, if it gave one.
    case over(refreshURL: String?)
    /// There never was such a link.
    case unknown
}

/// Who came in by a link: for whose account, and where they go from there.
package struct LinkVisitor: Hashable, Sendable {
    /// The connected account.
    package let account: String
    /// The platform that made the link.
    package let platform: String
    /// What they may do.
    package let purpose: LinkPurpose
    /// Where they get another link.
    package let refreshURL: String?
    /// Where they go when they are done, or leave.
    package let returnURL: String?
    /// Whether the time is over, or they left.
    package let isOver: Bool
}
