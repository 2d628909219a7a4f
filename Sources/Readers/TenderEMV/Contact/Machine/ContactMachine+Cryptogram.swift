import TenderBytes

/// The answer to the first GENERATE AC, and what follows from it (EMV Book 3, 10.8; Book 2, 6.6).
extension ContactMachine {
    /// What an issuer is sent, beside the account (EMV Book 4, 12.1).
    static let issuerTags: [TLV.Tag] = [
        0x9F26, 0x9F27, 0x9F10, 0x9F37, 0x9F36, 0x95, 0x9A, 0x9C, 0x9F02, 0x5F2A, 0x82, 0x9F1A, 0x9F34, 0x9F33, 0x9F35,
        0x9F03, 0x84, 0x9F1E, 0x9F09, 0x9F41, 0x5F34, 0x8A,
    ]

    /// The account, and what a receipt shows beside the data for the issuer (EMV Book 4, 11.4 [check]).
    private static let accountTags: [TLV.Tag] = [0x5A, 0x57, 0x5F24, 0x9B, 0x50, 0x9F12]

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
            // No bit for missing data: those are the records' (EMV Book 3, 7.5).
            guard let signature = cryptogram.values[0x9F4B], let number = data.terminal[0x9F37] else { throw .wrong }
            var checker = try SignatureChecker()
            let key = try cardKey(&checker)
            let fields = try checker.dynamicData(signature, key: key, tail: SecretBytes(number))
            guard let count = fields.first.map(Int.init), (2...8).contains(count), fields.count >= count + 30 else {
                throw .wrong
            }
            let hash = checker.hash([processingValues, cryptogramValues] + cryptogram.hashed)
            guard fields.slice(count + 1..<count + 2).first == cryptogram.information,
                hash == fields.slice(count + 10..<count + 30)
            else { throw .wrong }
            data.terminal[0x9F4C] = fields.slice(1..<count + 1).open
            data.set(0x9F26, fields.slice(count + 2..<count + 10))
            return nil
        } catch {
            return error
        }
    }

    private mutating func result(isCardDone: Bool = false) throws(ContactStop) -> ContactResult {
        guard let number = data.card(0x5A), let expiry = data.card(0x5F24).flatMap(EMVDate.init) else {
            throw .terminated(.dataMissing)
        }
        writeResults()
        return ContactResult(
            verificationResults: results, statusInformation: status,
            cardholderResults: data.terminal[0x9F34] ?? [0x3F, 0, 0], needsSignature: verification.needsSignature,
            pin: verification.pin, accountNumber: number, expiry: expiry, track2: data.card(0x57),
            issuerData: data.objects(Self.issuerTags), accountData: data.objects(Self.accountTags),
            cryptogram: data.open(0x9F26) ?? [], identifier: data.open(0x84) ?? data.terminal[0x9F06] ?? [],
            applicationName: text(0x9F12) ?? text(0x50), languages: data.open(0x5F2D) ?? [], isCardDone: isCardDone)
    }

    /// A name of plain letters; `nil` if there is none, or it has others.
    private func text(_ tag: TLV.Tag) -> String? {
        guard let bytes = data.open(tag), (1...16).contains(bytes.count),
            bytes.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
