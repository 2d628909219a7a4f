/// How a card's data are authenticated (EMV Book 3, 10.3).
enum AuthenticationMethod: Hashable, Sendable, CaseIterable {
    /// A signature over fixed data.
    case fixed
    /// A signature that the card makes.
    case dynamic
    /// A signature that the card makes over its cryptogram.
    case combined

    /// The best one of which card and terminal are capable; `nil` if there is none.
    ///
    /// - Parameter profile: The first byte of the application interchange profile, tag 82.
    init?(profile: UInt8, capabilities: TerminalCapabilities) {
        if profile & 0x01 != 0, capabilities.contains(.combinedAuthentication) {
            self = .combined
        } else if profile & 0x20 != 0, capabilities.contains(.dynamicAuthentication) {
            self = .dynamic
        } else if profile & 0x40 != 0, capabilities.contains(.staticAuthentication) {
            self = .fixed
        } else {
            return nil
        }
    }

    /// The bit that says that it failed.
    var failure: TVR {
        switch self {
        case .fixed: .staticAuthenticationFailed
        case .dynamic: .dynamicAuthenticationFailed
        case .combined: .combinedAuthenticationFailed
        }
    }
}
