import TenderBytes

/// Offline data authentication (EMV Book 3, 10.3; Book 2, 5 and 6).
extension ContactMachine {
    /// - Parameter number: The digits of the account number.
    mutating func authenticate(number: SecretBytes) throws(ContactStop) -> [ContactAction] {
        authentication = AuthenticationState(
            method: AuthenticationMethod(
                profile: interchangeProfile, capabilities: configuration.terminal.capabilities),
            number: number, records: records)
        switch authentication.method {
        case .fixed:
            results.insert(.staticAuthenticationSelected)
            try authenticationEnded(checkStaticData())
        case .dynamic:
            if let values = try dynamicValues() {
                return try transmit(ContactCommand.internalAuthenticate(values), .authenticating(values: values))
            }
        case .combined:
            // The rest is done with the cryptogram, which carries the signature.
            if let failure = recoverCardKey() { try authenticationEnded(failure) }
        case nil: results.insert(.authenticationNotPerformed)
        }
        return try checkRestrictions()
    }

    /// Notes that the chosen method was performed, and how it ended.
    mutating func authenticationEnded(_ failure: AuthenticationFailure?) throws(ContactStop) {
        guard let method = authentication.method else { return }
        status.insert(.dataAuthentication)
        switch failure {
        case nil: return
        case .crypto: throw .fault(.crypto)
        case .missing: results.formUnion([.dataMissing, method.failure])
        case .wrong: results.insert(method.failure)
        }
    }

    private mutating func checkStaticData() -> AuthenticationFailure? {
        do throws(AuthenticationFailure) {
            var checker = try SignatureChecker()
            guard let signature = data.card(0x93) else { throw .missing }
            let issuer = try issuerKey(&checker)
            guard !authentication.isBroken else { throw .wrong }
            data.terminal[0x9F45] = try checker.staticCode(signature, issuer: issuer, data: authentication.staticData)
            return nil
        } catch {
            return error
        }
    }

    private mutating func recoverCardKey() -> AuthenticationFailure? {
        do throws(AuthenticationFailure) {
            var checker = try SignatureChecker()
            _ = try cardKey(&checker)
            return nil
        } catch {
            return error
        }
    }

    /// What the card is to sign; `nil` if authentication has failed before.
    private mutating func dynamicValues() throws(ContactStop) -> SecretBytes? {
        if let failure = recoverCardKey() {
            try authenticationEnded(failure)
            return nil
        }
        let list = data.open(0x9F49).map { try? DOL(parsing: $0) } ?? profile.defaultDDOL
        guard let list, list.entries.contains(where: { $0.tag == 0x9F37 && $0.count > 0 }) else {
            try authenticationEnded(.wrong)
            return nil
        }
        return data.fill(list)
    }

    mutating func authenticated(_ answer: CardAnswer, values: SecretBytes) throws(ContactStop) -> [ContactAction] {
        guard answer.isSuccess else { throw .terminated(.commandRefused) }
        let objects = try CardObjects(answer.data)
        let signature =
            objects.template(0x80).map { objects.value($0) }
            ?? objects.template(0x77).flatMap { objects.value(0x9F4B, of: $0) }
        guard let signature else { throw .terminated(.dataInvalid) }
        try authenticationEnded(checkDynamicData(signature, values: values))
        return try checkRestrictions()
    }

    private mutating func checkDynamicData(_ signature: SecretBytes, values: SecretBytes) -> AuthenticationFailure? {
        do throws(AuthenticationFailure) {
            var checker = try SignatureChecker()
            let key = try cardKey(&checker)
            data.terminal[0x9F4C] = try checker.dynamicNumber(signature, key: key, tail: values)
            return nil
        } catch {
            return error
        }
    }
}
