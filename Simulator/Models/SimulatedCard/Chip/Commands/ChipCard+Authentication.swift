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
        return .status(authenticateIssuer(command.data) ? ChipStatus.success : ChipStatus.authenticationFailed)
    }

    /// Notes whether only the issuer can have made the data (tag 91), and what it has the card change.
    mutating func authenticateIssuer(_ data: [UInt8]) -> Bool {
        guard let place = application else { return false }
        let method = profile.scheme.responseMethod
        let payload = Array(data.dropFirst(method == .responseCode ? 8 : 4).prefix(method.payloadByteCount))
        let expected = try? keys.authenticationData(
            cryptogram: session.request, payload: payload, counter: counters[place].transactions)
        let isGenuine = expected == data
        session.isIssuerGenuine = isGenuine
        if isGenuine, method == .statusUpdate { session.update = CardStatusUpdate(payload) }
        return isGenuine
    }
}
