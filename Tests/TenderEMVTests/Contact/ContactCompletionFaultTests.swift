import SimulatedCard
import SimulatedPayments
import TenderBytes
import Testing

@testable import TenderEMV

/// The second half with hostile cards, and with answers that do not come or come in part.
@Suite struct ContactCompletionFaultTests {
    private static func desk(_ profile: ChipProfile, _ fault: ChipFault? = nil) throws -> ChipDesk {
        var profile = profile
        profile.faults = fault.map { [$0] } ?? []
        var desk = try ChipDesk(profile)
        desk.host = ChipHost()
        desk.host?.issuer.scripts = [CardScript([.setLowerLimit(9)]), CardScript(isLate: true, [.setUpperLimit(9)])]
        return desk
    }

    /// The verdict with a fault.
    private static func end(_ profile: ChipProfile, _ fault: ChipFault) throws -> String {
        var desk = try desk(profile, fault)
        return try #require(desk.pay()?.conclusion).verdictWords
    }

    /// Before the last word is there nothing is approved, whatever the card has counted; afterwards it stands.
    @Test(arguments: ChipProtocol.allCases) func whereverTheCardFailsNothingIsApprovedWithoutItsWord(
        _ transport: ChipProtocol
    ) throws {
        var wrong: [String] = []
        for scheme in [CryptogramScheme.visa18, .mchip] {
            for authentication in [OfflineAuthentication.dda, .cda] {
                var profile = ChipProfile(card: .visa)
                (profile.transport, profile.scheme, profile.authentication) = (transport, scheme, authentication)
                var clean = try Self.desk(profile)
                #expect(clean.pay()?.conclusion?.verdict == .approved)
                // The last block is the command after the last word.
                let last = clean.blockCount
                for block in (clean.firstBlockCount + 1)...last {
                    let ends = try [ChipFault.silence(at: block), .removal(at: block)].map { try Self.end(profile, $0) }
                    let expected =
                        block == last ? ["approved", "approved"] : ["terminated cardFailed", "terminated cardRemoved"]
                    let torn = try Self.end(profile, .torn(at: block))
                    // The answer to a script's command may be torn: the script has failed, and the last word follows.
                    let isScript = block == last || block == clean.firstBlockCount + (scheme == .mchip ? 1 : 2)
                    let mayApprove = isScript && (transport == .t1 || block == last)
                    if ends != expected || (torn == "approved") != mayApprove {
                        wrong.append("\(scheme) \(authentication) \(block): \(ends) \(torn)")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    /// What must come of a flaw at the end of two payments.
    private static func expected(_ flaw: ChipFlaw, _ authentication: OfflineAuthentication) -> [String] {
        switch flaw {
        case .wrongLengths, .wrongLocator, .noise, .duplicatedObject, .missingObject, .longAnswer, .higherCryptogram:
            return ["", ""]
        case .wrongDynamicSignature, .unsignedCryptogram, .otherCryptogramSigned:
            return authentication == .cda ? ["", ""] : ["approved", "approved"]
        case .refusedCompletion: return ["terminated", "terminated"]
        case .wrongCryptogram: return ["declinedByIssuer", "declinedByIssuer"]
        // It is known to the issuer only, which has seen it.
        case .replayedCryptogram: return ["approved", "declinedByIssuer"]
        case .endlessRecords, .endlessApplications, .endlessAnswer, .otherNumber, .otherIssuer, .expiredCertificate,
            .wrongIssuerCertificate, .wrongCardCertificate, .wrongStaticSignature:
            return ["approved", "approved"]
        }
    }

    @Test func everyFlawEndsAsItMust() throws {
        var wrong: [String] = []
        for flaw in ChipFlaw.allCases {
            for authentication in OfflineAuthentication.allCases {
                var profile = ChipProfile(flaw: flaw)
                (profile.authentication, profile.transport) = (authentication, .t1)
                var desk = try Self.desk(profile)
                let plays = (0..<2).map { _ in desk.pay() }
                let ends = plays.map { $0?.conclusion?.words.split(separator: " ").first.map(String.init) ?? "" }
                // What the kernel calls approved, the issuer finds under a cryptogram of the card.
                let proofs = try plays.map { play in
                    try play?.conclusion.flatMap {
                        ChipIssuer().complete(try ChipAuthorization($0.issuerData, profile))
                    }?.isApproved ?? false
                }
                let isProved = zip(ends, proofs).allSatisfy { $0 != "approved" || $1 }
                if ends != Self.expected(flaw, authentication) || isProved != (flaw != .replayedCryptogram) {
                    wrong.append("\(flaw) \(authentication): \(ends) \(proofs)")
                }
            }
        }
        #expect(wrong == [])
    }
}
