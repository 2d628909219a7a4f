import TenderBytes

@testable import TenderEMV

/// A case of a file of scripted exchanges: what differs from a plain card, what is asked and told, and the end.
///
/// The lines of a case: `with NAME VALUE` (a setting, or an object of the card by its tag, `-` to leave it out),
/// `> COMMAND` and `< ANSWER` (an exchange that takes the place of the plain card's, `*` at the end for any rest),
/// `ask WORDS`, `tell WORDS` (the reply to it), `end WORDS`; with a second half `answer OBJECTS` (the issuer's, `-` for
/// none, or what else happens), `conclude WORDS`.
final class ContactScript {
    let name: String
    private(set) var settings: [String: String] = [:]
    private(set) var exchanges: [(command: String, answer: String?)] = []
    private(set) var questions: [(words: String, reply: String?)] = []
    /// The end, in words.
    private(set) var expected = ""
    /// What the issuer answers; `nil` if it is not asked.
    private var issuerAnswer: String?
    /// The end of the second half, in words.
    private(set) var expectedConclusion = ""
    private var used = 0
    private var answered = 0

    private init(_ name: String) { self.name = name }

    static func cases(_ file: String, in folder: String = "contact") throws -> [ContactScript] {
        var scripts: [ContactScript] = []
        for line in try Vectors.lines("\(folder)/\(file).txt") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            if parts[0] == "case" { scripts.append(ContactScript(parts[1])) } else { scripts.last?.add(parts) }
        }
        return scripts
    }

    private func add(_ parts: [String]) {
        let rest = parts.count > 1 ? parts[1] : ""
        switch parts[0] {
        case "with":
            let pair = rest.split(separator: " ", maxSplits: 1).map(String.init)
            settings[pair[0]] = pair.count > 1 ? pair[1] : ""
        case ">": exchanges.append((rest, nil))
        case "<": exchanges[exchanges.count - 1].answer = rest
        case "ask": questions.append((rest, nil))
        case "tell": questions[questions.count - 1].reply = rest
        case "end": expected = rest
        case "answer": issuerAnswer = rest
        case "conclude": expectedConclusion = rest
        default: expected = "no line begins with \(parts[0])"
        }
    }

    func has(_ name: String) -> Bool { settings[name] != nil }
    func number(_ name: String, _ usual: Int) -> Int { settings[name].flatMap { Int($0) } ?? usual }

    private var configuration: ContactConfiguration? {
        var terminal = has("cannot-ask") ? ", \"can_ask\": false" : ""
        if has("no-directory") { terminal += ", \"uses_directory\": false" }
        if has("looks-up") { terminal += ", \"looks_up_accounts\": true" }
        if has("offline") { terminal += ", \"approves_offline\": true" }
        if let mode = settings["mode"] { terminal += ", \"combined_mode\": \(mode)" }
        let application =
            (settings["application"].map { ", \($0)" } ?? "") + "}"
            + (settings["more"].map { ", {\"aid\": \"\($0)\", \"version\": \"0096\", \"floor_limit\": 1" } ?? "")
        let text = ContactSamples.file(
            terminal: terminal, application: has("more") ? application : String(application.dropLast()),
            keys: settings["keys"].map { ", \"keys\": \($0)" } ?? "", type: settings["type"] ?? "22",
            capabilities: settings["capabilities"] ?? "E0F8C8", floorLimit: number("floor", 100_000))
        return try? ContactSamples.configuration(text)
    }

    private var transaction: ContactTransaction? {
        let kinds: [String: ContactTransaction.Kind] = [
            "cash": .cash, "cashback": .cashback, "refund": .refund, "goods": .goods,
        ]
        return ContactSamples.transaction(
            kind: kinds[settings["kind"] ?? "goods"] ?? .goods, amount: UInt64(number("amount", 1000)),
            other: UInt64(number("other", 0)), isForcedOnline: has("forced"),
            pad: ContactTransaction.PINPad(rawValue: UInt8(number("pad", 0))), isQuick: has("quick"))
    }

    /// Plays the case; what went otherwise, in words.
    func differences() -> [String] {
        guard let configuration, var play = ContactPlay(configuration, transaction) else {
            return ["\(name): settings"]
        }
        play.run(
            random: { [UInt8](repeating: UInt8(self.number("random", 0x5A)), count: $0) }, others: reply,
            issuer: { _ in self.issuerAnswer.flatMap(Self.issuerEvent) }
        ) {
            self.answer($0)
        }
        let end = play.outcome?.words ?? play.fault.map { "fault \($0)" } ?? "waits"
        var found: [String] = []
        if end != expected { found.append("\(name): ended with \(end)") }
        let conclusion = play.conclusion?.words ?? ""
        if conclusion != expectedConclusion { found.append("\(name): concluded with \(conclusion)") }
        if used != exchanges.count {
            found.append("\(name): \(exchanges[used].command) was not sent: \(play.commands)")
        }
        if play.asked != questions.map(\.words) { found.append("\(name): asked \(play.asked)") }
        return found
    }

    private func answer(_ command: String) -> String? {
        if used < exchanges.count, Self.matches(command, exchanges[used].command) {
            used += 1
            return exchanges[used - 1].answer
        }
        return plain(command)
    }

    static func matches(_ command: String, _ pattern: String) -> Bool {
        pattern.hasSuffix("*") ? command.hasPrefix(pattern.dropLast()) : command == pattern
    }

    private func reply(_ words: String) -> ContactEvent? {
        guard answered < questions.count else { return nil }
        answered += 1
        return questions[answered - 1].reply.flatMap(Self.event)
    }

    private static func issuerEvent(_ text: String) -> ContactEvent? {
        if text == "-" { return .issuerUnreachable }
        let objects = Hex.decode(text).map { SecretBytes($0) }
        return objects.flatMap(ContactIssuerAnswer.init(parsing:)).map { .issuerAnswered($0) } ?? event(text)
    }

    private static func event(_ text: String) -> ContactEvent? {
        let parts = text.split(separator: " ").map(String.init)
        let rest = parts.count > 1 ? parts[1] : ""
        switch parts[0] {
        case "choose": return .chosen(Int(rest) ?? -1)
        case "confirm": return .confirmed(rest == "yes")
        case "digits": return .pinEnded(.digits(SecretBytes(utf8: rest)))
        case "verified": return .pinEnded(.verified(SecretBytes(Hex.decode(rest) ?? [])))
        case "issuer":
            return EncipheredPIN(block: Hex.decode(rest) ?? [], keySerialNumber: Hex.decode(parts[2]) ?? [])
                .map { .pinEnded(.enciphered($0)) }
        case "bypass": return .pinEnded(.bypassed)
        case "broken": return .pinEnded(.failed)
        case "listed": return .lookedUp(isListed: rest == "yes", loggedAmount: UInt64(parts[2]) ?? 0)
        case "timer": return .timerFired(Int(rest) ?? 0)
        case "cancel": return .canceled
        case "remove": return .cardRemoved
        case "fail": return .cardFailed
        default: return nil
        }
    }
}

/// The plain card, which has one application without authentication.
extension ContactScript {
    private static let usual = [
        "5A": "9999990012345677", "5F24": "301231", "8C": "95059F3403", "8D": "8A029505",
    ]

    private func plain(_ command: String) -> String? {
        switch command {
        case "00A404000E315041592E5359532E444446303100":
            return "6F15840E315041592E5359532E4444463031A503880101" + "9000"
        case "00B2010C00":
            return object("70", object("61", object("4F", ContactSamples.identifier) + object("50", "4F4E45"))) + "9000"
        case "00A4040007\(ContactSamples.identifier)00":
            let inside = object("50", "4F4E45") + (settings["9F38"].map { object("9F38", $0) } ?? "")
            return object("6F", object("84", ContactSamples.identifier) + object("A5", inside)) + "9000"
        case "00B2011400": return object("70", record) + "9000"
        case "80CA9F3600": return has("no-counters") ? "6A88" : "9F3602\(settings["counter"] ?? "0010")9000"
        case "80CA9F1300": return has("no-counters") ? "6A88" : "9F1302\(settings["online-counter"] ?? "000F")9000"
        case "80CA9F1700": return settings["tries"].map { "9F1701\($0)9000" } ?? "6A88"
        default: break
        }
        if command.hasPrefix("80A8") { return "8006\(settings["aip"] ?? "0000")100101009000" }
        guard command.hasPrefix("80AE") else { return "6A83" }
        let kind = settings["cryptogram"] ?? String(command.dropFirst(4).prefix(2))
        return "800B\(kind)0010AAAAAAAAAAAAAAAA9000"
    }

    private var record: String {
        let tags = settings.filter { $0.key.allSatisfy { $0.isHexDigit && !$0.isLowercase } && $0.key != "9F38" }
        return Self.usual.merging(tags) { _, changed in changed }.filter { $0.value != "-" }
            .sorted { $0.key < $1.key }.map { object($0.key, $0.value) }.joined()
    }

    func object(_ tag: String, _ value: String) -> String {
        Hex.encode(TLV.encode(.init(rawValue: UInt32(tag, radix: 16) ?? 0), Hex.decode(value) ?? [])).uppercased()
    }
}
