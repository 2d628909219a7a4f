import TenderBytes

/// Reading the combinations of a configuration from its file.
extension ContactConfiguration {
    static func combinations(
        _ written: [ContactConfigurationFile.Contactless]?, _ applications: [ApplicationProfile],
        _ capabilities: TerminalCapabilities
    ) throws(ContactConfigurationError) -> [ContactlessCombination] {
        let combinations = try each("contactless", written ?? []) { (file) throws(ContactConfigurationError) in
            try combination(file, applications, capabilities)
        }
        let pairs = Set(combinations.map { [$0.place, Int($0.kernel.rawValue)] })
        guard pairs.count == combinations.count else { throw .init("contactless", "a combination is there twice") }
        return combinations
    }

    private static func combination(
        _ file: ContactConfigurationFile.Contactless, _ applications: [ApplicationProfile],
        _ capabilities: TerminalCapabilities
    ) throws(ContactConfigurationError) -> ContactlessCombination {
        let name = try bytes("aid", file.aid, 5...16)
        guard let place = applications.firstIndex(where: { $0.identifier == name }) else {
            throw .init("aid", "it is not among the applications")
        }
        guard let kernel = ContactlessKernel(rawValue: file.kernel) else { throw .init("kernel", "it is 2 or 3") }
        guard kernel == .kernel2 || file.deviceTransactionLimit == nil else {
            throw .init("device_transaction_limit", "only kernel 2 has it")
        }
        let limit = try amount("transaction_limit", file.transactionLimit)
        let deviceLimit = try amount("device_transaction_limit", file.deviceTransactionLimit)
        if let deviceLimit, deviceLimit < limit ?? .max {
            throw .init("device_transaction_limit", "it is below the transaction limit")
        }
        return ContactlessCombination(
            application: applications[place], kernel: kernel,
            qualifiers: try qualifiers(file.qualifiers, capabilities), transactionLimit: limit,
            deviceTransactionLimit: deviceLimit, floorLimit: try amount("floor_limit", file.floorLimit),
            verificationLimit: try amount("verification_limit", file.verificationLimit),
            allowsZeroAmount: file.zeroAmount ?? true, checksStatus: file.statusCheck ?? false,
            actionCodes: try file.actionCodes.map { (written) throws(ContactConfigurationError) in try codes(written) }
                ?? applications[place].actionCodes, place: place)
    }

    private static func amount(
        _ field: String, _ amount: UInt64?
    ) throws(ContactConfigurationError) -> UInt64? {
        guard amount ?? 0 <= ContactTransaction.largestAmount else {
            throw .init(field, "it has more than twelve digits")
        }
        return amount
    }

    /// Only what the kernels and the terminal have.
    private static func qualifiers(
        _ text: String, _ capabilities: TerminalCapabilities
    ) throws(ContactConfigurationError) -> TransactionQualifiers {
        let field = "qualifiers"
        let qualifiers = TransactionQualifiers(
            rawValue: try bytes(field, text, 4...4).reduce(0) { $0 << 8 | UInt32($1) })
        guard TransactionQualifiers.configurable.isSuperset(of: qualifiers) else {
            throw .init(field, "it has a bit that the kernels do not have, decide themselves, or that is reserved")
        }
        guard qualifiers.contains(.emv) else { throw .init(field, "it has no EMV mode") }
        guard !qualifiers.contains(.onlinePIN) || capabilities.contains(.onlinePIN) else {
            throw .init(field, "the terminal has no PIN for the issuer")
        }
        guard !qualifiers.contains(.signature) || capabilities.contains(.signature) else {
            throw .init(field, "the terminal has no signature")
        }
        return qualifiers
    }
}
