/// What a terminal must know to accept chip cards with contacts.
public struct ContactConfiguration: Hashable, Sendable {
    /// What is the same for every transaction.
    public internal(set) var terminal: TerminalProfile
    /// The applications that are accepted, in order of preference.
    public let applications: [ApplicationProfile]
    /// The keys of the certification authorities.
    public let keys: [CAKey.Identifier: CAKey]
    /// The issuers' certificates that are no longer valid.
    public let revoked: Set<RevokedCertificate>
    /// What is paid without contacts; empty if nothing is.
    public let contactless: [ContactlessCombination]

    /// What cards may ask for, of the terminal and of each application; put together once, not in each transaction.
    let terminalElements: TagTable<[UInt8]>
    let applicationElements: [TagTable<[UInt8]>]

    init(
        terminal: TerminalProfile, applications: [ApplicationProfile], keys: [CAKey.Identifier: CAKey],
        revoked: Set<RevokedCertificate>, contactless: [ContactlessCombination] = []
    ) {
        self.terminal = terminal
        self.applications = applications
        self.keys = keys
        self.revoked = revoked
        self.contactless = contactless
        terminalElements = terminal.allElements
        applicationElements = applications.map(\.allElements)
    }

    /// The same for a terminal that cannot ask the customer to choose or confirm an application.
    public var withoutQuestions: ContactConfiguration {
        var configuration = self
        configuration.terminal.canAsk = false
        return configuration
    }

    /// The same for whoever cannot submit what a card approved without the issuer: it goes online.
    public var withoutOfflineApproval: ContactConfiguration {
        var configuration = self
        configuration.terminal.approvesOffline = false
        return configuration
    }

    /// The same for whoever lets cards leave before the issuer is asked.
    public var withQuickChip: ContactConfiguration {
        var configuration = self
        configuration.terminal.usesQuickChip = true
        return configuration
    }

    /// The same for a screen that shows names in some parts of ISO 8859 only.
    public func showing(codeTables: Set<UInt8>) -> ContactConfiguration {
        var configuration = self
        configuration.terminal.codeTables.formIntersection(codeTables)
        return configuration
    }

    /// Returns the key that an application's certificates are checked with, if it may be used on a day.
    func key(provider: [UInt8], index: UInt8, on day: EMVDate) -> CAKey? {
        guard let key = keys[CAKey.Identifier(provider: provider, index: index)] else { return nil }
        if let expiry = key.expiry, expiry < day { return nil }
        return key
    }
}
