import TenderBytes

/// The answer to the first GENERATE AC, and what follows from it (EMV Book 3, 10.8; Book 2, 6.6).
extension ContactMachine {
    mutating func generated(_ answer: CardAnswer, request: CryptogramRequest) throws(ContactStop) -> [ContactAction] {
        guard answer.isSuccess else { throw .terminated(.commandRefused) }
        let cryptogram = try CryptogramAnswer(answer.data)
        guard let kind = cryptogram.kind, kind.rank <= request.rank else { throw .terminated(.cryptogramNotAllowed) }
        // Nothing else: an answer must not replace what records gave.
        for tag in [0x9F27, 0x9F36, 0x9F26, 0x9F10] as [TLV.Tag] {
            if let value = cryptogram.values[tag] { data.set(tag, value) }
        }
        status.insert(.cardRiskManagement)
        if isSignatureAsked, kind != .decline {
            let failure = checkSignature(cryptogram)
            try authenticationEnded(failure)
            if failure != nil { return try signatureFailed(kind) }
        } else if cryptogram.values[0x9F26] == nil {
            throw .terminated(.dataMissing)
        }
        return try decided(kind, cryptogram)
    }

    private mutating func decided(
        _ kind: CryptogramRequest, _ cryptogram: CryptogramAnswer
    ) throws(ContactStop) -> [ContactAction] {
        switch kind {
        case .decline:
            if cryptogram.isServiceRefused { throw .ended(.notAccepted(.serviceNotAllowed)) }
            return end(.declinedOffline(try result()))
        case .approve: return end(.approvedOffline(try result()))
        case .online:
            guard transaction.isQuick else { return end(.onlineRequired(try result())) }
            return try close(.onlineRequired(try result(isCardDone: true)), isUnreachable: true)
        }
    }

    /// Declines: a card that had approved is left, one that wanted the issuer gets a second command.
    private mutating func signatureFailed(_ kind: CryptogramRequest) throws(ContactStop) -> [ContactAction] {
        let outcome = ContactOutcome.declinedOffline(try result())
        guard kind == .online else { return end(outcome) }
        return try close(outcome, isUnreachable: false)
    }

    /// Checks a combined signature, and takes the cryptogram out of it.
    private mutating func checkSignature(_ cryptogram: CryptogramAnswer) -> AuthenticationFailure? {
        do throws(AuthenticationFailure) {
            guard let number = data.terminal[0x9F37] else { throw .wrong }
            var checker = try SignatureChecker()
            let key = try cardKey(&checker)
            let signed = try checker.combinedData(
                cryptogram, key: key, number: number, values: [processingValues, cryptogramValues])
            data.terminal[0x9F4C] = signed.dynamicNumber
            data.set(0x9F26, signed.cryptogram)
            return nil
        } catch {
            return error
        }
    }

    private mutating func result(isCardDone: Bool = false) throws(ContactStop) -> ContactResult {
        writeResults()
        return try ContactResult(
            data, results, status, needsSignature: verification.needsSignature, pin: verification.pin,
            isCardDone: isCardDone)
    }
}
