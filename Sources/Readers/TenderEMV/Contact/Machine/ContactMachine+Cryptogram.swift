import TenderBytes

/// The answer to the first GENERATE AC, and what follows from it (EMV Book 3, 10.8; Book 2, 6.6).
extension ContactMachine {
    mutating func generated(_ answer: CardAnswer, request: CryptogramRequest) throws(ContactStop) -> [ContactAction] {
        status.insert(.cardRiskManagement)
        let (kind, cryptogram, isAuthentic) = try take(answer, request: request)
        guard isAuthentic else { return try signatureFailed(kind) }
        switch kind {
        case .decline:
            if cryptogram.isServiceRefused { throw .ended(.notAccepted(.serviceNotAllowed)) }
            return end(.declinedOffline(try result()))
        case .approve: return end(.approvedOffline(try result()))
        case .online: return try askIssuer()
        }
    }

    /// Takes over what a card answers to GENERATE AC, and checks its signature if one was asked for.
    mutating func take(
        _ answer: CardAnswer, request: CryptogramRequest
    ) throws(ContactStop) -> (kind: CryptogramRequest, cryptogram: CryptogramAnswer, isAuthentic: Bool) {
        guard answer.isSuccess else { throw .terminated(.commandRefused) }
        let cryptogram = try CryptogramAnswer(answer.data)
        guard let kind = cryptogram.kind, kind.rank <= request.rank else { throw .terminated(.cryptogramNotAllowed) }
        // Nothing else: an answer must not replace what records gave.
        for tag in [0x9F27, 0x9F36, 0x9F26, 0x9F10] as [TLV.Tag] { data.set(tag, cryptogram.values[tag]) }
        guard isSignatureAsked, kind != .decline else {
            guard cryptogram.values[0x9F26] != nil else { throw .terminated(.dataMissing) }
            return (kind, cryptogram, true)
        }
        let failure = checkSignature(cryptogram)
        try authenticationEnded(failure)
        return (kind, cryptogram, failure == nil)
    }

    /// Hands out the request; unless the transaction is quick, the card waits for the issuer's answer.
    private mutating func askIssuer() throws(ContactStop) -> [ContactAction] {
        // What would have been approved offline may have been noted.
        data.terminal[0x8A] = nil
        guard !transaction.isQuick else {
            return try close(.onlineRequired(try result(isCardDone: true)), isUnreachable: true)
        }
        let result = try result()
        step = .awaitingIssuer
        return [.finish(.onlineRequired(result))]
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
