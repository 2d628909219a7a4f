import TenderBytes

/// The issuer's answer, and the second GENERATE AC (EMV Book 3, 10.9 and 10.11; Book 4, 6.3.8 [check]).
extension ContactMachine {
    /// What the issuer is told of the end, beside what it was asked with.
    private static let conclusionTags: [TLV.Tag] = [0x89, 0x9B, 0x9F5B]

    mutating func issuerAnswered(_ answer: ContactIssuerAnswer) throws(ContactStop) -> [ContactAction] {
        guard case .awaitingIssuer = step else { throw .fault(.unexpectedEvent) }
        completion = CompletionState(answer)
        data.terminal[0x8A] = answer.responseCode
        data.terminal[0x89] = answer.authorizationCode
        data.terminal[0x91] = answer.authenticationData?.open
        guard let proof = answer.authenticationData, takesExternalAuthentication else {
            return try performScripts(.beforeCryptogram)
        }
        return try transmit(ContactCommand.externalAuthenticate(proof), .authenticatingIssuer)
    }

    /// Otherwise the proof comes with the second GENERATE AC, if the card's list asks for it (EMV Book 3, annex C1).
    private var takesExternalAuthentication: Bool { interchangeProfile & 0x04 != 0 }

    mutating func issuerAuthenticated(_ answer: CardAnswer) throws(ContactStop) -> [ContactAction] {
        status.insert(.issuerAuthentication)
        if !answer.isSuccess { results.insert(.issuerAuthenticationFailed) }
        return try performScripts(.beforeCryptogram)
    }

    /// Has the default codes decide, and then the card (EMV Book 3, 10.7).
    mutating func issuerUnreachable() throws(ContactStop) -> [ContactAction] {
        guard case .awaitingIssuer = step else { throw .fault(.unexpectedEvent) }
        let request = try actionAnalysis().requestWithoutIssuer(results)
        data.terminal[0x8A] =
            request == .approve ? ResponseCode.unreachableApproved : ResponseCode.unreachableDeclined
        return try askAgain(request)
    }

    /// Asks for what the issuer decided, whatever became of its proof and its scripts.
    mutating func askForDecision() throws(ContactStop) -> [ContactAction] {
        try askAgain(completion.isApproved == true ? .approve : .decline)
    }

    private mutating func askAgain(_ request: CryptogramRequest) throws(ContactStop) -> [ContactAction] {
        guard let list = try list(0x8D) else { throw .terminated(.dataMissing) }
        return try transmit(try secondCommand(request, list), .completing(request))
    }

    mutating func completed(_ answer: CardAnswer, request: CryptogramRequest) throws(ContactStop) -> [ContactAction] {
        let (kind, cryptogram, isAuthentic) = try take(answer, request: request)
        // An approval that is not authentic counts as a decline (EMV Book 2, 6.6.2).
        let verdict: ContactConclusion.Verdict =
            switch (isAuthentic ? kind : .decline, completion.isApproved) {
            case (.approve, true?): .approved
            case (.approve, nil): .approvedOffline
            case (.decline, true?): .declinedByCard
            case (.decline, false?): .declinedByIssuer
            case (.decline, nil): .declinedOffline
            case (.online, _), (.approve, false?): throw .terminated(.cryptogramNotAllowed)
            }
        completion.verdict = verdict
        completion.cryptogram = ContactConclusion.Cryptogram(
            information: cryptogram.information, counter: UInt16(truncatingIfNeeded: data.card(0x9F36)?.number ?? 0),
            value: data.open(0x9F26) ?? [])
        return try performScripts(.afterCryptogram)
    }

    /// Ends the second half before its time; a last word of the card stands.
    mutating func abandon(_ reason: ContactReason) -> [ContactAction] {
        if case .performing(let run) = step { note(run.result, run.moment) }
        if completion.cryptogram == nil { completion.verdict = .terminated(reason) }
        return conclude()
    }

    /// Ends the second half; the TVR in the data stays as the card had it under its cryptogram.
    mutating func conclude() -> [ContactAction] {
        noteUnperformedScripts()
        step = .ended
        data.terminal[0x9B] = status.bytes
        let scriptResults = completion.scriptResults
        data.terminal[0x9F5B] = scriptResults.isEmpty ? nil : scriptResults.flatMap(\.bytes)
        return [
            .conclude(
                ContactConclusion(
                    verdict: completion.verdict, cryptogram: completion.cryptogram, verificationResults: results,
                    statusInformation: status, scriptResults: scriptResults,
                    issuerData: data.objects(ContactResult.issuerTags + Self.conclusionTags)))
        ]
    }
}
