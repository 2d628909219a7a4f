import TenderBytes

/// Terminal action analysis and the first GENERATE AC (EMV Book 3, 10.7, 6.5.5).
extension ContactMachine {
    /// What a terminal writes into tag 8A for itself (EMV Book 4, annex A6).
    private enum ResponseCode {
        static let offlineApproved = [UInt8]("Y1".utf8)
        static let offlineDeclined = [UInt8]("Z1".utf8)
        static let unableToGoOnline = [UInt8]("Z3".utf8)
    }

    mutating func analyse() throws(ContactStop) -> [ContactAction] {
        let list = try list(0x8C)
        let asksForHash = list?.entries.contains { $0.tag == 0x98 } ?? false
        if asksForHash, data.card(0x97) == nil, profile.defaultTDOL != nil { results.insert(.defaultTDOLUsed) }
        let analysis = ActionAnalysis(codes: try actionCodes(), reach: configuration.terminal.reach)
        let request = analysis.request(results)
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

    /// The acquirer's codes and the issuer's.
    private func actionCodes() throws(ContactStop) -> ActionCodes {
        profile.actionCodes.union(try ActionAnalysis.issuerCodes(of: data))
    }

    mutating func writeResults() {
        data.terminal[0x95] = results.bytes
        data.terminal[0x9B] = status.bytes
    }

    /// Puts the hash of what the card's list, or ours, asks for into tag 98.
    private mutating func hashCertificateData() throws(ContactStop) {
        let list = try list(0x97) ?? profile.defaultTDOL
        guard var checker = try? SignatureChecker() else { throw .fault(.crypto) }
        data.terminal[0x98] = checker.hash(list.map { [data.fill($0)] } ?? []).open
    }

    /// Whether the cryptogram is to come in a signature (EMV Book 4, 6.3.2.1 [check]).
    private func asksForSignature(with request: CryptogramRequest) -> Bool {
        guard authentication.method == .combined, authentication.cardKey != nil else { return false }
        return switch request {
        case .decline: false
        case .approve: true
        case .online:
            switch configuration.terminal.combinedMode {
            case .requestAndSecond, .requestOnly: true
            case .secondOnly, .neither: false
            }
        }
    }

    /// Asks for a decline, whose answer changes nothing any more.
    ///
    /// - Parameter isUnreachable: Whether the card is told that the issuer could not be reached.
    mutating func close(_ outcome: ContactOutcome, isUnreachable: Bool) throws(ContactStop) -> [ContactAction] {
        guard let list = try list(0x8D) else { return end(outcome) }
        data.terminal[0x8A] = isUnreachable ? ResponseCode.unableToGoOnline : ResponseCode.offlineDeclined
        writeResults()
        let command = ContactCommand.generateCryptogram(.decline, isSigned: false, data.fill(list))
        return try transmit(command, .closing(outcome))
    }
}
