import TenderBytes

/// Cardholder verification (EMV Book 3, 10.5; Book 4, 6.3.4).
extension ContactMachine {
    /// What a method gave, in the last byte of tag 9F34 (EMV Book 4, annex A4).
    private enum Result: UInt8 {
        case unknown = 0
        case failed = 1
        case successful = 2
    }

    private var capabilities: TerminalCapabilities { configuration.terminal.capabilities }

    mutating func verifyCardholder() throws(ContactStop) -> [ContactAction] {
        verification = VerificationState()
        guard interchangeProfile & 0x10 != 0 else { return try manageRisk() }
        guard let bytes = data.open(0x8E) else { return try listMissing() }
        guard let list = try? CVMList(parsing: bytes) else { throw .terminated(.dataInvalid) }
        guard !list.rules.isEmpty else { return try listMissing() }
        verification.list = list
        return try performRules()
    }

    private mutating func listMissing() throws(ContactStop) -> [ContactAction] {
        results.insert(.dataMissing)
        return try manageRisk()
    }

    /// Performs rules until one succeeds, ends the verification, or needs the customer or the card.
    mutating func performRules() throws(ContactStop) -> [ContactAction] {
        while let list = verification.list, verification.next < list.rules.count {
            let rule = list.rules[verification.next]
            verification.next += 1
            let method = VerificationMethod(rule.method)
            let isSupported = method?.isSupported(by: capabilities) ?? false
            guard condition.applies(rule, in: list, isSupported: isSupported) else { continue }
            verification.rule = rule
            if let actions = try perform(method, isSupported: isSupported) { return actions }
        }
        return try verificationFailed()
    }

    private var condition: VerificationCondition {
        VerificationCondition(
            isUnattended: configuration.terminal.type.isUnattended, kind: transaction.kind, amount: transaction.amount,
            isInApplicationCurrency: data.open(0x9F42) == transaction.currency)
    }

    /// Performs a method; `nil` if it failed and the next rule is tried.
    private mutating func perform(
        _ method: VerificationMethod?, isSupported: Bool
    ) throws(ContactStop) -> [ContactAction]? {
        guard let method else {
            results.insert(.verificationUnrecognised)
            return try methodFailed()
        }
        guard isSupported else {
            if method.usesPIN { results.insert(.pinPadMissing) }
            return try methodFailed()
        }
        switch method {
        case .fail:
            noteFailure()
            return try verificationFailed()
        case .none: return try succeed(.successful)
        case .signature:
            verification.needsSignature = true
            return try succeed(.unknown)
        case .onlinePIN: return try askOnlinePIN()
        case .offlinePIN(let isEnciphered, _): return try askOfflinePIN(isEnciphered: isEnciphered)
        }
    }

    private mutating func noteFailure() {
        let rule = verification.rule
        verification.lastResult = [rule.code, rule.condition, Result.failed.rawValue]
    }

    /// Ends the verification, or returns `nil` for the next rule.
    mutating func methodFailed() throws(ContactStop) -> [ContactAction]? {
        noteFailure()
        return verification.rule.continuesOnFailure ? nil : try verificationFailed()
    }

    /// Goes on after a method that failed after it had waited for the customer or the card.
    mutating func continueAfterFailure() throws(ContactStop) -> [ContactAction] {
        if let actions = try methodFailed() { return actions }
        return try performRules()
    }

    private mutating func verificationFailed() throws(ContactStop) -> [ContactAction] {
        results.insert(.verificationFailed)
        return try verificationEnded(verification.lastResult ?? [0x3F, 0, Result.failed.rawValue])
    }

    /// Notes that a PIN was right, or goes to the issuer.
    mutating func pinAccepted() throws(ContactStop) -> [ContactAction] {
        switch VerificationMethod(verification.rule.method) {
        case .offlinePIN(_, withSignature: false): return try succeed(.successful)
        case .offlinePIN(_, withSignature: true):
            verification.needsSignature = true
            return try succeed(.unknown)
        case .onlinePIN, .signature, .none?, .fail, nil: return try succeed(.unknown)
        }
    }

    private mutating func succeed(_ result: Result) throws(ContactStop) -> [ContactAction] {
        try verificationEnded([verification.rule.code, verification.rule.condition, result.rawValue])
    }

    private mutating func verificationEnded(_ bytes: [UInt8]) throws(ContactStop) -> [ContactAction] {
        data.terminal[0x9F34] = bytes
        status.insert(.cardholderVerification)
        return try manageRisk()
    }
}
