import TenderBytes

/// Kernel 3: the start, and what the card decided with it (EMV Contactless Book C-3, 5.2 to 5.4 [check]).
extension ContactlessMachine {
    /// Whether a card asks for the qualifiers and the number of this kernel; another one is not of its kind.
    func asksForQualifiers(_ list: DOL?) -> Bool {
        [0x9F66, 0x9F37].allSatisfy { tag in list?.entries.contains { $0.tag == tag && $0.count == 4 } ?? false }
    }

    mutating func initiatedQVSDC(_ answer: CardAnswer) throws(ContactStop) -> [ContactlessAction] {
        switch answer.statusWord {
        case 0x9000: break
        case 0x6984: return end(.tryAnotherInterface(.refusedByCard))
        case 0x6985: return try selectNext(.general(.commandRefused))
        case 0x6986: return awaitCard(.seePhone)
        default: throw .terminated(.commandRefused)
        }
        try data.addProcessingOptions(answer.data)
        guard try data.card(0x82, count: 2) != nil, try data.card(0x9F36, count: 2) != nil,
            try data.card(0x9F26, count: 8) != nil, let applicationData = data.open(0x9F10)
        else { throw .terminated(.dataMissing) }
        kind = try decision(applicationData)
        guard let locator = data.open(0x94) else { return try recordsEnded() }
        return try readRecords(of: locator)
    }

    /// What the card decided, by the information about the cryptogram, or else by its own results.
    ///
    /// It may approve only if it was not told that the issuer must be asked.
    private mutating func decision(_ applicationData: [UInt8]) throws(ContactStop) -> CryptogramRequest {
        guard (1...32).contains(applicationData.count) else { throw .terminated(.dataInvalid) }
        var information = try data.card(0x9F27, count: 1)?.first
        if information == nil { information = Self.information(in: applicationData) }
        guard let information, let kind = CryptogramRequest(rawValue: information & 0xC0),
            kind != .approve || !current.qualifiers.contains(.onlineRequired)
        else { throw .terminated(.cryptogramNotAllowed) }
        data.set(0x9F27, SecretBytes([information]))
        return kind
    }

    /// The kind of the cryptogram in the card's results, which the formats 06 and 1F have in different places [check].
    private static func information(in applicationData: [UInt8]) -> UInt8? {
        let place = applicationData.first == 0x1F ? 3 : 4
        return applicationData.dropFirst(place).first.map { ($0 & 0x30) << 2 }
    }

    /// Checks what was read, for an approval and where the reader wants it (5.5, 5.6).
    mutating func checkQVSDC() throws(ContactStop) -> [ContactlessAction] {
        try completeAccount()
        let isAuthenticated =
            kind == .approve || (kind == .online && current.qualifiers.contains(.onlineAuthentication))
        if isAuthenticated, data.card(0x94) != nil || kind == .approve {
            let isAuthentic = try isAuthenticByFDDA()
            if !isAuthentic {
                if wants(.contactIfNotAuthentic), current.qualifiers.contains(.contactChip) {
                    return end(.tryAnotherInterface(.authenticationFailed))
                }
                kind = wants(.onlineIfNotAuthentic) ? .online : .decline
            }
        }
        if kind == .approve, let expiry = data.card(0x5F24).flatMap(EMVDate.init), expiry < transaction.date {
            kind = wants(.onlineIfExpired) ? .online : .decline
        }
        if kind == .approve, let actions = lookUp() { return actions }
        return try verifyQVSDC()
    }

    /// Takes number and expiry from track 2 where no record has them.
    private mutating func completeAccount() throws(ContactStop) {
        if let track = data.card(0x57).flatMap(Track2Equivalent.init) {
            if data.card(0x5A) == nil { data.set(0x5A, track.number) }
            if data.card(0x5F24) == nil { data.set(0x5F24, SecretBytes(track.expiry.bytes)) }
        }
        guard let number = data.card(0x5A), let expiry = data.card(0x5F24) else { throw .terminated(.dataMissing) }
        guard number.digits?.count ?? 0 > 0, EMVDate(expiry) != nil else { throw .terminated(.dataInvalid) }
    }

    /// What the card wants; `nil` if it does not say.
    private var cardQualifiers: CardQualifiers? {
        data.card(0x9F6C).map { CardQualifiers(rawValue: UInt16($0.number)) }
    }

    private func wants(_ qualifier: CardQualifiers) -> Bool { cardQualifiers?.contains(qualifier) ?? false }

    /// Verifies the holder (5.7), and ends.
    mutating func verifyQVSDC() throws(ContactStop) -> [ContactlessAction] {
        _ = try data.card(0x9F6C, count: 2)
        guard kind != .decline else { return try finish() }
        let rule = QualifiedVerification(
            terminal: current.qualifiers, card: cardQualifiers, isDeviceProved: isDeviceProved)
        if let method = rule.method {
            verification = method
            if method == .onlinePIN { kind = .online }
            data.terminal[0x9F34] = Self.verificationResults(method)
        } else {
            kind = .decline
        }
        status.insert(.cardholderVerification)
        return try finish()
    }

    /// Whether the qualifiers that the card signed say that the device has verified its holder.
    ///
    /// Without them only the issuer can know.
    private var isDeviceProved: Bool {
        guard let signed = data.card(0x9F69) else { return kind == .online }
        return signed.count >= 7 && data.card(0x9F6C) == signed.part(5..<7)
    }

    /// Tag 9F34, which the book leaves to the acquirer [check].
    private static func verificationResults(_ method: ContactlessVerification) -> [UInt8] {
        switch method {
        case .none: [0x1F, 0, 2]
        case .signature: [0x1E, 0, 0]
        case .onlinePIN: [0x02, 0, 0]
        case .device: [0x01, 0, 2]
        }
    }
}
