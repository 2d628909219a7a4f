import SimulatedCard
import SimulatedPayments
import TenderBytes
import Testing

@testable import TenderEMV

/// The issuer's scripts with cards that compute: what they change, the bits and the results that they leave.
@Suite struct ContactScriptsChipTests {
    /// Whether a template is there, and has a code that is the issuer's.
    private enum Script: CaseIterable {
        case none
        case right
        case wrong
    }

    private static let commands: [IssuerCommand] = [.setLowerLimit(8), .setUpperLimit(9)]

    /// Each of proof, script before and script after sets its own bits, whatever the others do.
    @Test(arguments: [CryptogramScheme.visa18, .mchip]) func eachRuleSetsItsBitsAndNoOther(
        _ scheme: CryptogramScheme
    ) throws {
        let holder = try #require(ChipHolder.all.last)
        var profile = ChipProfile(card: .visa)
        profile.scheme = scheme
        var wrong: [String] = []
        for place in 0..<54 {
            let (before, after) = (Script.allCases[place % 3], Script.allCases[place / 3 % 3])
            let proof = ChipHost.Proof.allCases[place / 9 % 3]
            let approves = place < 27
            var host = ChipHost(ChipIssuer(limit: approves ? 1_000_000 : 0))
            host.proof = proof
            for (tag, script) in [(UInt32(0x71), before), (0x72, after)] where script != .none {
                host.issuer.scripts.append(
                    CardScript(isLate: tag == 0x72, identifier: [0, 0, 0, UInt8(tag)], [.unblockPIN]))
                if script == .wrong { host.spoiled.insert(tag) }
            }
            var results: TVR = []
            var status: TSI = []
            if scheme != .mchip, proof != .none { status.insert(.issuerAuthentication) }
            if scheme != .mchip, proof == .wrong { results.insert(.issuerAuthenticationFailed) }
            if (before, after) != (.none, .none) { status.insert(.scripts) }
            if before == .wrong { results.insert(.scriptFailedBefore) }
            if after == .wrong { results.insert(.scriptFailedAfter) }
            let verdict = !approves ? "declinedByIssuer" : proof == .wrong ? "declinedByCard" : "approved"
            let told = [(before, "71"), (after, "72")].filter { $0.0 != .none }
                .map { " \($0.0 == .right ? "20" : "11")000000\($0.1)" }
            let expected = "\(verdict) \(holder.words(.dda, results, status))" + told.joined()
            var desk = try ChipDesk(profile)
            desk.host = host
            let words = desk.pay()?.conclusion?.words
            if words != expected { wrong.append("\(before) \(after) \(proof) \(approves): \(words ?? "")") }
        }
        #expect(wrong == [])
    }

    /// What a card is after a command of its issuer: state, tries of the PIN, limits, and whether a new PIN is right.
    private static func state(of desk: inout ChipDesk) -> String {
        let card = desk.card
        return "\(card.state) \(card.pinTries) \(card.offlineLimits)"
    }

    /// Each command, before and after, with a right and a wrong code; the card, the result and the issuer agree.
    @Test func eachCommandChangesTheCardOnlyIfItIsTheIssuers() throws {
        let cases: [(command: IssuerCommand, tries: UInt8, state: String)] = [
            (.blockApplication, 3, "applicationBlocked 3 [3, 5]"), (.unblockApplication, 3, "active 3 [3, 5]"),
            (.blockCard, 3, "cardBlocked 3 [3, 5]"), (.unblockPIN, 1, "active 3 [3, 5]"),
            (.changePIN(SecretBytes(utf8: "987654")), 1, "active 3 [3, 5]"), (.setLowerLimit(1), 3, "active 3 [1, 5]"),
            (.setUpperLimit(200), 3, "active 3 [3, 200]"),
        ]
        var wrong: [String] = []
        for (command, tries, state) in cases {
            for place in 0..<4 {
                let (isLate, isSpoiled) = (place % 2 == 1, place > 1)
                var profile = ChipProfile(card: .visa)
                profile.pinTries = tries
                var desk = try ChipDesk(profile)
                var host = ChipHost()
                host.issuer.scripts = [CardScript(isLate: isLate, [command])]
                host.spoiled = isSpoiled ? [0x71, 0x72] : []
                desk.host = host
                let conclusion = desk.pay()?.conclusion
                let completion = try conclusion.flatMap {
                    host.issuer.complete(try ChipAuthorization($0.issuerData, profile))
                }
                let isBlockedBefore = !isLate && !isSpoiled && state.contains("locked")
                let isRight =
                    Self.state(of: &desk) == (isSpoiled ? "active \(tries) [3, 5]" : state)
                    && completion?.scripts.map(\.isDone) == [!isSpoiled]
                    && conclusion?.verdict == (isBlockedBefore ? .declinedByCard : .approved)
                    && completion?.isApproved == !isBlockedBefore
                if !isRight { wrong.append("\(command) \(place): \(conclusion?.words ?? "") \(Self.state(of: &desk))") }
            }
        }
        #expect(wrong == [])
    }

    /// A PIN that the issuer has changed is the one that the card takes at its next payment; a blocked card pays no more.
    @Test func theNextPaymentKnowsWhatTheIssuerChanged() throws {
        var profile = ChipProfile(card: .visa)
        profile.verificationRules = [0x41, 3, 0x1F, 0]
        let cases: [(command: IssuerCommand, pins: [String], next: String)] = [
            (.changePIN(SecretBytes(utf8: "4711")), ["1234", "4711"], "online 0000000000 E800 410302"),
            (.blockApplication, ["1234"], "not accepted noApplication"), (.blockCard, ["1234"], "blocked"),
        ]
        let ends = try cases.map { command, pins, _ in
            var desk = try ChipDesk(profile, pins: pins)
            desk.host = ChipHost()
            desk.host?.issuer.scripts = [CardScript(isLate: true, [command])]
            guard desk.pay()?.conclusion?.verdict == .approved else { return "not approved" }
            return desk.pay()?.outcome?.words ?? ""
        }
        #expect(ends == cases.map(\.next))
    }

    /// One after the other, and none after the first that the card does not take.
    @Test func aScriptStopsAtTheFirstCommandThatFails() throws {
        var desk = try ChipDesk(ChipProfile(card: .visa))
        desk.host = ChipHost()
        let good = CardScript(identifier: [0, 0, 0, 1], Self.commands)
        var bad = CardScript(identifier: [0, 0, 0, 2], [.setLowerLimit(1), .setLowerLimit(2)])
        desk.host?.issuer.scripts = [good, bad]
        desk.host?.spoiled = [0x71]
        // Both end in a command with a wrong code.
        #expect(desk.pay()?.conclusion?.words == "approved 0000000020 FC00 1200000001 1200000002")
        #expect(desk.card.offlineLimits == [1, 5])
        bad.commands = Self.commands + [.setLowerLimit(3), .setUpperLimit(4), .unblockPIN, .unblockPIN]
        desk.host?.issuer.scripts = [bad, good]
        // More than 128 bytes in all.
        #expect(desk.pay()?.conclusion?.words == "approved 0000000020 F800 0000000002 0000000001")
        #expect(desk.card.offlineLimits == [1, 5])
    }
}
