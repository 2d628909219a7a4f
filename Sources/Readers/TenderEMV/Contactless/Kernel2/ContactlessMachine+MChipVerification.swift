import TenderBytes

/// Cardholder verification of kernel 2 (EMV Contactless Book C-2, CVM selection [check]; EMV Book 3, 10.5).
extension ContactlessMachine {
    /// Chooses the method; nobody is asked before the cryptogram.
    mutating func verifyMChip() throws(ContactStop) {
        let isAboveLimit = current.combination.verificationLimit.map { transaction.amount > $0 } ?? false
        let capabilities = capabilities(isAboveLimit: isAboveLimit)
        data.terminal[0x9F33] = capabilities.bytes
        if isOnDevice {
            // A PIN that the device checked, and that was right.
            data.terminal[0x9F34] = isAboveLimit ? [0x01, 0, 2] : [0x3F, 0, 2]
            guard isAboveLimit else { return }
            verification = .device
            status.insert(.cardholderVerification)
            return
        }
        guard data.interchangeProfile & 0x10 != 0 else { return }
        guard let bytes = data.open(0x8E) else {
            results.insert(.dataMissing)
            return
        }
        guard let list = try? CVMList(parsing: bytes) else { throw .terminated(.dataInvalid) }
        guard !list.rules.isEmpty else {
            results.insert(.dataMissing)
            return
        }
        status.insert(.cardholderVerification)
        data.terminal[0x9F34] = perform(list, capabilities)
    }

    /// What the terminal can do: nothing up to the limit, above it a signature, or a PIN if the pad can encipher it.
    private func capabilities(isAboveLimit: Bool) -> TerminalCapabilities {
        var methods: TerminalCapabilities = isAboveLimit ? [.onlinePIN, .signature] : .noVerification
        if !transaction.pinPad.contains(.enciphersForIssuer) { methods.remove(.onlinePIN) }
        let all = configuration.terminal.capabilities
        let others = TerminalCapabilities(rawValue: all.rawValue & 0xFF_00FF)
        return others.union(all.intersection(methods))
    }

    /// Performs the first rule that applies and does not fail; returns the results, tag 9F34.
    private mutating func perform(_ list: CVMList, _ capabilities: TerminalCapabilities) -> [UInt8] {
        let condition = VerificationCondition(
            isUnattended: configuration.terminal.type.isUnattended, kind: transaction.kind, amount: transaction.amount,
            isInApplicationCurrency: data.open(0x9F42) == transaction.currency)
        var failed: [UInt8] = [0x3F, 0, 1]
        for rule in list.rules {
            let method = VerificationMethod(rule.method)
            let isSupported = method?.isSupported(by: capabilities) ?? false
            guard condition.applies(rule, in: list, isSupported: isSupported) else { continue }
            if method == nil { results.insert(.verificationUnrecognised) }
            if isSupported, let method, let result = perform(method) { return [rule.code, rule.condition, result] }
            failed = [rule.code, rule.condition, 1]
            guard rule.continuesOnFailure else { break }
        }
        results.insert(.verificationFailed)
        return failed
    }

    /// Notes a method; `nil` if it fails.
    private mutating func perform(_ method: VerificationMethod) -> UInt8? {
        switch method {
        case .none: return 2
        case .signature: verification = .signature
        case .onlinePIN:
            verification = .onlinePIN
            results.insert(.onlinePINEntered)
        case .fail, .offlinePIN: return nil
        }
        return 0
    }
}
