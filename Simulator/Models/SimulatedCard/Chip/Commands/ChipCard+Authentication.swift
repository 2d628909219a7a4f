/// INTERNAL AUTHENTICATE and EXTERNAL AUTHENTICATE (EMV, Book 3, 6.5.9 and 6.5.4).
extension ChipCard {
    mutating func internalAuthenticate(_ command: ChipCommand) -> ChipResponse {
        guard command.first == 0, command.second == 0 else { return .status(ChipStatus.wrongParameters) }
        guard application != nil, session.phase == .initiated, [.dda, .cda].contains(profile.authentication) else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        guard command.data.count == ChipLists.byteCount(lists.dynamic) else { return .status(ChipStatus.wrongLength) }
        guard let signature = sign([8] + random.next(), data: command.data) else {
            return .status(ChipStatus.technicalProblem)
        }
        guard profile.authentication == .cda else { return .data(ChipObject.encode(0x80, signature)) }
        return .data(ChipObject.encode(0x77, ChipObject.encode(0x9F4B, signature)))
    }

    /// The card's signature; `nil` when there is no memory.
    func sign(_ content: [UInt8], data: [UInt8]) -> [UInt8]? {
        let other: [UInt8] = profile.flaw == .wrongDynamicSignature ? [0] : []
        return try? SignedBlock.signDynamic(content, data: data + other, by: profile.keys.cardKey)
    }

    mutating func externalAuthenticate(_ command: ChipCommand) -> ChipResponse {
        guard command.first == 0, command.second == 0 else { return .status(ChipStatus.wrongParameters) }
        guard session.phase == .online, session.isIssuerGenuine == nil, !lists.takesIssuerAnswer else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        guard (8...16).contains(command.data.count) else { return .status(ChipStatus.wrongLength) }
        let isGenuine = isIssuers(command.data)
        session.isIssuerGenuine = isGenuine
        return .status(isGenuine ? ChipStatus.success : ChipStatus.authenticationFailed)
    }

    /// Whether only the issuer can have made the data (tag 91).
    func isIssuers(_ data: [UInt8]) -> Bool {
        guard let place = application else { return false }
        let count = profile.scheme.responseMethod.payloadByteCount
        let proofCount = profile.scheme.responseMethod == .responseCode ? 8 : 4
        let payload = Array(data.dropFirst(proofCount).prefix(count))
        let expected = try? keys.authenticationData(
            cryptogram: session.request, payload: payload, counter: counters[place].transactions)
        return expected == data
    }
}
