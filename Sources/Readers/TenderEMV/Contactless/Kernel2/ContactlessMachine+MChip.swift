import TenderBytes

/// Kernel 2 up to the cryptogram: start, limits, data authentication, restrictions (EMV Contactless Book C-2 [check]).
extension ContactlessMachine {
    /// The bit of the interchange profile's second byte for EMV mode.
    private static let emvMode: UInt8 = 0x80

    mutating func initiatedMChip(_ answer: CardAnswer) throws(ContactStop) -> [ContactlessAction] {
        guard answer.isSuccess else { return try selectNext(.general(.commandRefused)) }
        try data.addProcessingOptions(answer.data)
        guard let profile = try data.card(0x82, count: 2), let locator = data.open(0x94) else {
            throw .terminated(.dataMissing)
        }
        guard UInt8(profile.number & 0xFF) & Self.emvMode != 0 else { return end(.ended(.magneticStripeOnly)) }
        return try readRecords(of: locator)
    }

    /// Whether card and reader have cardholder verification on the device.
    var isOnDevice: Bool {
        data.interchangeProfile & 0x02 != 0 && current.qualifiers.contains(.deviceVerification)
    }

    mutating func checkMChip() throws(ContactStop) -> [ContactlessAction] {
        guard let number = data.card(0x5A), let expiry = data.card(0x5F24), try data.list(0x8C) != nil else {
            throw .terminated(.dataMissing)
        }
        guard let digits = number.digits, digits.count > 0, EMVDate(expiry) != nil else {
            throw .terminated(.dataInvalid)
        }
        let combination = current.combination
        let limit =
            isOnDevice
            ? combination.deviceTransactionLimit ?? combination.transactionLimit : combination.transactionLimit
        if let limit, transaction.amount > limit { return try selectNext(.amountNotAllowed) }
        if current.isAboveFloorLimit { results.insert(.floorLimitExceeded) }
        if transaction.isForcedOnline { results.insert(.forcedOnline) }
        status.insert(.terminalRiskManagement)
        try authenticateMChip(number: digits)
        results.formUnion(
            try ProcessingRestrictions(
                data, transaction, terminal: configuration.terminal, version: combination.application.version
            ).results)
        try verifyMChip()
        if let actions = lookUp() { return actions }
        return try recoverOrAnalyse()
    }

    /// Recovers the keys for a combined signature, the only method of this kernel.
    private mutating func authenticateMChip(number: SecretBytes) throws(ContactStop) {
        guard data.interchangeProfile & 0x01 != 0,
            configuration.terminal.capabilities.contains(.combinedAuthentication)
        else {
            results.insert(.authenticationNotPerformed)
            return
        }
        authentication = AuthenticationState(method: .combined, number: number, records: records)
        do throws(AuthenticationFailure) {
            var checker = try SignatureChecker()
            _ = try authentication.cardKey(&checker, &data, configuration, on: transaction.date)
        } catch {
            try authenticationFailed(error)
        }
    }

    mutating func authenticationFailed(_ failure: AuthenticationFailure) throws(ContactStop) {
        status.insert(.dataAuthentication)
        switch failure {
        case .crypto: throw .fault(.crypto)
        case .missing: results.formUnion([.dataMissing, .combinedAuthenticationFailed])
        case .wrong: results.insert(.combinedAuthenticationFailed)
        }
    }
}
