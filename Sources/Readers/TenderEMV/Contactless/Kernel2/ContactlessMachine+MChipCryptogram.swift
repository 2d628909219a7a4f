import TenderBytes

/// Terminal action analysis and GENERATE AC of kernel 2 (EMV Contactless Book C-2 [check]; EMV Book 3, 10.7, 10.8).
extension ContactlessMachine {
    /// The bits of the interaction information, tag DF4B, by which a device sends its holder to its screen [check].
    private static let phoneBits: UInt64 = 0x00_030F

    mutating func analyse() throws(ContactStop) -> [ContactlessAction] {
        let codes = current.combination.actionCodes.union(try ActionAnalysis.issuerCodes(of: data))
        var request = ActionAnalysis(codes: codes, reach: configuration.terminal.reach).request(results)
        // Only the issuer can check the PIN that will be entered, whatever the codes say.
        if request == .approve, verification == .onlinePIN { request = .online }
        writeResults()
        guard let list = try data.list(0x8C) else { throw .terminated(.dataMissing) }
        isSignatureAsked = authentication.cardKey != nil && request != .decline
        cryptogramValues = data.fill(list)
        let command = ContactCommand.generateCryptogram(request, isSigned: isSignatureAsked, cryptogramValues)
        return try transmit(command, .generating(request))
    }

    mutating func generated(
        _ answer: CardAnswer, request: CryptogramRequest
    ) throws(ContactStop) -> [ContactlessAction] {
        guard answer.isSuccess else { throw .terminated(.commandRefused) }
        let cryptogram = try CryptogramAnswer(answer.data)
        guard let kind = cryptogram.kind, kind.rank <= request.rank else { throw .terminated(.cryptogramNotAllowed) }
        // Nothing else: an answer must not replace what records gave.
        for tag in [0x9F27, 0x9F36, 0x9F26, 0x9F10] as [TLV.Tag] {
            if let value = cryptogram.values[tag] { data.set(tag, value) }
        }
        status.insert(.cardRiskManagement)
        self.kind = kind
        if isSignatureAsked, kind != .decline {
            if !(try isSigned(cryptogram)) { self.kind = .decline }
        } else if cryptogram.values[0x9F26] == nil {
            throw .terminated(.dataMissing)
        }
        if kind == .decline, request != .decline, let wish = cryptogram.values[0xDF4B], wish.count == 3,
            wish.number & Self.phoneBits != 0
        {
            return awaitCard(.seePhone)
        }
        return try finish()
    }

    /// Checks the combined signature, and takes the cryptogram out of it.
    private mutating func isSigned(_ cryptogram: CryptogramAnswer) throws(ContactStop) -> Bool {
        do throws(AuthenticationFailure) {
            guard let number = data.terminal[0x9F37] else { throw .wrong }
            var checker = try SignatureChecker()
            let key = try authentication.cardKey(&checker, &data, configuration, on: transaction.date)
            let signed = try checker.combinedData(
                cryptogram, key: key, number: number, values: [processingValues, cryptogramValues])
            data.terminal[0x9F4C] = signed.dynamicNumber
            data.set(0x9F26, signed.cryptogram)
            status.insert(.dataAuthentication)
            return true
        } catch {
            try authenticationFailed(error)
            return false
        }
    }
}
