import SimulatedCard
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import Testing

@testable import TenderEMV

/// The kernel against hostile cards that compute, and against answers that do not come or come in part.
@Suite struct ContactChipFaultTests {
    /// What must come of a flaw with each way of proof; by T=1, where T=0 is otherwise.
    private static func expected(
        _ flaw: ChipFlaw, _ authentication: OfflineAuthentication, _ transport: ChipProtocol
    ) -> [String] {
        let clean = ["8000000000 6800", "0200000000 E800", "0000000000 E800", "0000000000 E800"]
        let noKey = ["8000000000 6800", "4200000000 E800", "0800000000 E800", "0400000000 E800"]
        let place = OfflineAuthentication.allCases.firstIndex(of: authentication) ?? 0
        func online(_ results: [String]) -> [String] {
            [String](repeating: "online \(results[place]) 1F0002, approved", count: 2)
        }
        func ended(_ outcome: String) -> [String] { [outcome, outcome] }
        let isCombined = authentication == .cda
        switch flaw {
        case .wrongLengths, .wrongLocator, .noise: return ended("terminated dataInvalid")
        case .duplicatedObject: return ended("terminated dataTwice")
        case .missingObject: return ended("terminated dataMissing")
        case .longAnswer: return ended("terminated dataInvalid")
        case .higherCryptogram: return ended("terminated cryptogramNotAllowed")
        // What is fetched in pieces is longer than a short answer may be.
        case .endlessAnswer where transport == .t0: return ended("terminated dataInvalid")
        case .endlessRecords, .endlessApplications, .endlessAnswer, .refusedCompletion: return online(clean)
        case .otherIssuer, .expiredCertificate, .wrongIssuerCertificate: return online(noKey)
        case .otherNumber, .wrongCardCertificate: return online(authentication == .sda ? clean : noKey)
        case .wrongStaticSignature: return online(authentication == .sda ? noKey : clean)
        case .wrongDynamicSignature where authentication == .dda: return online(noKey)
        case .wrongDynamicSignature where isCombined, .otherCryptogramSigned where isCombined,
            .unsignedCryptogram where isCombined:
            return ended("declined \(noKey[place]) 1F0002")
        case .wrongDynamicSignature, .otherCryptogramSigned, .unsignedCryptogram: return online(clean)
        case .wrongCryptogram: return ended("online \(clean[place]) 1F0002, fraudulent")
        case .replayedCryptogram: return [online(clean)[0], "online \(clean[place]) 1F0002, fraudulent"]
        }
    }

    /// Two transactions with each card, by its directory or without one.
    @Test(arguments: [true, false]) func everyFlawEndsInAnOutcomeOrIsInTheResults(_ usesDirectory: Bool) throws {
        let terminal = ChipTerminal.configuration(usesDirectory: usesDirectory, names: SimulatedTerminal.providers)
        var wrong: [String] = []
        for flaw in ChipFlaw.allCases {
            for authentication in OfflineAuthentication.allCases {
                for transport in ChipProtocol.allCases {
                    var profile = ChipProfile(flaw: flaw)
                    (profile.authentication, profile.transport) = (authentication, transport)
                    var desk = try ChipDesk(profile)
                    var issuer = ChipIssuer()
                    let words = try (0..<2).map { _ in
                        try desk.pay(at: terminal)?.judged(profile, by: &issuer) ?? ""
                    }
                    if words != Self.expected(flaw, authentication, transport) || desk.blockCount > 600 {
                        wrong.append("\(flaw) \(authentication) \(transport): \(words), \(desk.blockCount) blocks")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    /// What a quick transaction that a fault hits ends in.
    private static func outcome(_ fault: ChipFault, _ profile: ChipProfile) throws -> String {
        var profile = profile
        profile.faults = [fault]
        var desk = try ChipDesk(profile)
        return desk.pay(transaction)?.outcome?.words ?? "no end"
    }

    private static let transaction = ContactSamples.transaction(pad: ChipTerminal.pad, isQuick: true)

    /// A torn answer is taken for what it seems to be.
    ///
    /// It goes on without what is not needed: a directory, the tries of the PIN, a challenge, counters. Under T=0 less
    /// than a status word is a fault of the transport.
    private static func tornOutcomes(_ transport: ChipProtocol) -> Set<String> {
        let both: Set = [
            "not accepted noApplication", "terminated commandRefused", "online 0000000000 E800 440302",
            "online 0000040000 E800 420300 pin", "online 2000006000 E800 440302",
        ]
        return both.union(
            transport == .t0 ? ["other interface cardFailed", "terminated cardFailed"] : ["terminated dataInvalid"])
    }

    @Test(arguments: ChipProtocol.allCases) func whereverTheCardFailsTheTransactionEnds(
        _ transport: ChipProtocol
    ) throws {
        var wrong: [String] = []
        var torn: Set<String> = []
        for authentication in [OfflineAuthentication.dda, .cda] {
            var profile = ChipProfile(card: .visa)
            (profile.authentication, profile.transport) = (authentication, transport)
            profile.verificationRules = [0x44, 3, 0x42, 3]
            var desk = try ChipDesk(profile)
            let clean = try #require(desk.pay(Self.transaction)?.outcome?.words)
            let perCommand = transport == .t0 ? 2 : 1
            // After the directory, a record of it and its end, SELECT and GET PROCESSING OPTIONS.
            let firstRecord = 4 * perCommand + 2
            for block in 1...desk.blockCount {
                // The second GENERATE AC changes nothing any more.
                let isLate = block > desk.blockCount - perCommand
                let failed = block < firstRecord ? "other interface cardFailed" : "terminated cardFailed"
                let outcomes = try [ChipFault.silence(at: block), .removal(at: block)].map {
                    try Self.outcome($0, profile)
                }
                if outcomes != (isLate ? [clean, clean] : [failed, "terminated cardRemoved"]) {
                    wrong.append("\(authentication) \(block): \(outcomes)")
                }
                torn.insert(try Self.outcome(.torn(at: block), profile))
            }
        }
        #expect(wrong == [])
        #expect(torn == Self.tornOutcomes(transport))
    }
}
