import TenderBytes

/// Terminal action analysis and the first GENERATE AC (EMV Book 3, 10.7, 6.5.5).
extension ContactMachine {
    /// What a terminal writes into tag 8A for itself (EMV Book 4, annex A6).
    enum ResponseCode {
        static let offlineApproved = [UInt8]("Y1".utf8)
        static let offlineDeclined = [UInt8]("Z1".utf8)
        static let unreachableApproved = [UInt8]("Y3".utf8)
        static let unreachableDeclined = [UInt8]("Z3".utf8)
    }

    mutating func analyse() throws(ContactStop) -> [ContactAction] {
        let list = try list(0x8C)
        let asksForHash = asksForHash(list)
        let request = try actionAnalysis().request(results)
        switch request {
        case .approve: data.terminal[0x8A] = ResponseCode.offlineApproved
        case .decline: data.terminal[0x8A] = ResponseCode.offlineDeclined
        case .online: break
        }
        writeResults()
        if asksForHash { try hashCertificateData() }
        isSignatureAsked = asksForSignature(with: request)
        cryptogramValues = list.map { data.fill($0) } ?? .empty
        let command = ContactCommand.generateCryptogram(request, isSigned: isSignatureAsked, cryptogramValues)
        return try transmit(command, .generating(request))
    }

    /// By the acquirer's codes and the issuer's.
    func actionAnalysis() throws(ContactStop) -> ActionAnalysis {
        let issuer = try ActionAnalysis.issuerCodes(of: data)
        return ActionAnalysis(codes: profile.actionCodes.union(issuer), reach: configuration.terminal.reach)
    }

    mutating func writeResults() {
        data.terminal[0x95] = results.bytes
        data.terminal[0x9B] = status.bytes
    }

    /// Whether a list wants the hash in tag 98; notes whether that is over our own list.
    private mutating func asksForHash(_ list: DOL?) -> Bool {
        guard list?.entries.contains(where: { $0.tag == 0x98 }) == true else { return false }
        if data.card(0x97) == nil, profile.defaultTDOL != nil { results.insert(.defaultTDOLUsed) }
        return true
    }

    /// Puts the hash of what the card's list, or ours, asks for into tag 98.
    private mutating func hashCertificateData() throws(ContactStop) {
        let list = try list(0x97) ?? profile.defaultTDOL
        guard var checker = try? SignatureChecker() else { throw .fault(.crypto) }
        data.terminal[0x98] = checker.hash(list.map { [data.fill($0)] } ?? []).open
    }

    /// Whether the cryptogram is to come in a signature (EMV Book 4, 6.3.2.1 [check]): an approval that no issuer gave
    /// always, the others by the mode.
    private func asksForSignature(with request: CryptogramRequest) -> Bool {
        guard authentication.method == .combined, authentication.cardKey != nil else { return false }
        let mode = configuration.terminal.combinedMode
        return switch request {
        case .decline: false
        case .approve: completion.isApproved != true || mode == .requestAndSecond || mode == .secondOnly
        case .online: mode == .requestAndSecond || mode == .requestOnly
        }
    }

    /// The second GENERATE AC, by the results as they are now.
    mutating func secondCommand(_ request: CryptogramRequest, _ list: DOL) throws(ContactStop) -> SecretBytes {
        let asksForHash = asksForHash(list)
        writeResults()
        if asksForHash { try hashCertificateData() }
        isSignatureAsked = asksForSignature(with: request)
        let values = data.fill(list)
        cryptogramValues = .joined([cryptogramValues, values])
        return ContactCommand.generateCryptogram(request, isSigned: isSignatureAsked, values)
    }

    /// Asks for a decline, whose answer changes nothing any more.
    ///
    /// - Parameter isUnreachable: Whether the card is told that the issuer could not be reached.
    mutating func close(_ outcome: ContactOutcome, isUnreachable: Bool) throws(ContactStop) -> [ContactAction] {
        guard let list = try list(0x8D) else { return end(outcome) }
        data.terminal[0x8A] = isUnreachable ? ResponseCode.unreachableDeclined : ResponseCode.offlineDeclined
        return try transmit(try secondCommand(.decline, list), .closing(outcome))
    }
}
