package import TenderFlow
package import TenderRecords

/// What every program does to sell at the terminal on a line.
extension ZVTLine {
    /// Asks the terminal for its ID.
    ///
    /// - Throws: `GatewayError` if nobody answers, or the terminal does not report an ID.
    package func identify() async throws(GatewayError) -> String {
        try await ZVTTerminal.identify(configuration, open: open)
    }

    /// Creates the terminal; opens nothing yet.
    ///
    /// - Parameters:
    ///   - id: The terminal's ID; a different terminal on the line is refused.
    ///   - journal: Where everything is recorded; the same journal as the `Terminal`'s.
    package func terminal(_ id: String, journal: any Journal) -> ZVTTerminal {
        ZVTTerminal(terminalID: id, configuration: configuration, journal: journal, open: open)
    }
}

extension ZVTTerminal {
    private static let scheme = "zvt://"

    /// Returns whose the journal of a terminal is.
    package static func binding(_ id: String) -> JournalBinding {
        JournalBinding(gateway: scheme + id, account: "terminal \(id)")
    }

    /// Returns the ID of the terminal that a journal belongs to; `nil` if it is no terminal's.
    package static func id(_ binding: JournalBinding) -> String? {
        binding.gateway.hasPrefix(scheme) ? String(binding.gateway.dropFirst(scheme.count)) : nil
    }

    /// Returns a policy that leaves the customer the terminal's own time.
    package static func patient(_ policy: PaymentPolicy) -> PaymentPolicy {
        var policy = policy
        policy.online = Self.policy.online
        policy.maximumSends = Self.policy.maximumSends
        return policy
    }
}
