import TenderBytes

@testable import TenderEMV

/// A case of a file of scripted exchanges, whose lines are those of `ContactScript`, at a contactless reader.
///
/// What is asked are the messages to the customer and the questions, by default only for the card, and for nothing after
/// `ask` alone. A message without a reply presents the card. A command that has no answer finds no card.
final class ContactlessScript {
    private let script: ContactScript
    private var used = 0
    private var answered = 0
    private var kernel: Int { script.number("kernel", 3) }

    var name: String { script.name }

    init(_ script: ContactScript) { self.script = script }

    static func cases(_ file: String) throws -> [ContactlessScript] {
        try ContactScript.cases(file, in: "contactless").map(ContactlessScript.init)
    }

    private func object(_ tag: String, _ value: String) -> String { script.object(tag, value) }
    private func setting(_ name: String, _ usual: String) -> String { script.settings[name] ?? usual }

    private var configuration: ContactConfiguration? {
        let own =
            "{\"aid\": \"\(ContactSamples.identifier)\", \"kernel\": \(kernel),"
            + " \"qualifiers\": \"\(setting("qualifiers", "36004000"))\", \"floor_limit\": \(script.number("floor", 2000))"
            + setting("combination", "") + "}"
        let second = script.settings["second"].map { ", \($0)" } ?? ""
        let text = ContactSamples.file(
            terminal: script.has("looks-up") ? ", \"looks_up_accounts\": true" : "",
            application: script.settings["application"].map { ", \($0)" } ?? "",
            keys: (script.settings["keys"].map { ", \"keys\": \($0)" } ?? "") + ", \"contactless\": [\(own)\(second)]")
        var configuration = try? ContactSamples.configuration(text)
        configuration?.terminal.approvesOffline = script.has("offline")
        return configuration
    }

    /// Plays the case; what went otherwise, in words.
    func differences() -> [String] {
        let pad = ContactTransaction.PINPad(rawValue: UInt8(script.number("pad", 4)))
        let transaction = ContactSamples.transaction(
            amount: UInt64(script.number("amount", 1000)), isForcedOnline: script.has("forced"), pad: pad)
        guard var play = ContactlessPlay(configuration, transaction) else { return ["\(name): settings"] }
        play.run { self.carryOut($0) }
        var found: [String] = []
        if play.end != script.expected { found.append("\(name): ended with \(play.end)") }
        if used != script.exchanges.count {
            found.append("\(name): \(script.exchanges[used].command) was not sent: \(play.commands)")
        }
        let asked = script.questions.isEmpty ? ["presentCard"] : script.questions.map(\.words).filter { !$0.isEmpty }
        if play.asked != asked { found.append("\(name): asked \(play.asked)") }
        return found
    }

    private func carryOut(_ action: ContactlessAction) -> ContactlessEvent? {
        switch action {
        case .transmit(let command):
            answer(Hex.encode(command.open).uppercased()).map { .answered(SecretBytes(Hex.decode($0) ?? [])) }
                ?? .cardFailed
        case .drawRandom(let count): .randomDrawn(SecretBytes([UInt8](repeating: 0x5A, count: count)))
        case .awaitCard: reply() ?? .cardPresented
        case .lookUp, .askPIN: reply()
        case .stopPIN, .startTimer, .finish: nil
        }
    }

    private func reply() -> ContactlessEvent? {
        guard answered < script.questions.count else { return nil }
        answered += 1
        let words = (script.questions[answered - 1].reply ?? "").split(separator: " ").map(String.init)
        return switch words.first {
        case "listed": .lookedUp(isListed: words[1] == "yes")
        case "collision": .cardsCollided
        case "fail": .cardFailed
        case "remove": .cardRemoved
        case "cancel": .canceled
        case "timer": .timerFired(Int(words[1]) ?? 0)
        case "bypass": .pinEnded(.bypassed)
        case "broken": .pinEnded(.failed)
        case "issuer":
            EncipheredPIN(block: Hex.decode(words[1]) ?? [], keySerialNumber: Hex.decode(words[2]) ?? [])
                .map { .pinEnded(.enciphered($0)) }
        default: nil
        }
    }

    private func answer(_ command: String) -> String? {
        if used < script.exchanges.count, ContactScript.matches(command, script.exchanges[used].command) {
            used += 1
            return script.exchanges[used - 1].answer
        }
        return plain(command)
    }
}

/// The plain card, which has one application, and signs nothing.
extension ContactlessScript {
    private func plain(_ command: String) -> String? {
        switch command {
        case "00A404000E325041592E5359532E444446303100":
            let entry = object("61", object("4F", ContactSamples.identifier) + object("87", "01"))
            return object("6F", object("84", "325041592E5359532E4444463031") + object("A5", object("BF0C", entry)))
                + "9000"
        case "00A4040007\(ContactSamples.identifier)00":
            let list = kernel == 3 ? "9F66049F02069F3704" : "9F3704"
            return object(
                "6F", object("84", ContactSamples.identifier) + object("A5", object("9F38", setting("9F38", list))))
                + "9000"
        case "00B2011400":
            return object(
                "70", setting("record", "") + (kernel == 3 ? "" : objects(Self.record) { !Self.options.contains($0) }))
                + "9000"
        default: break
        }
        if command.hasPrefix("80A8") {
            let usual = kernel == 3 ? Self.quick : ["82": "0080", "94": "10010100"]
            return object("77", objects(usual) { kernel == 3 || Self.options.contains($0) }) + "9000"
        }
        guard command.hasPrefix("80AE") else { return "6A83" }
        let told = setting("cryptogram", String(command.dropFirst(4).prefix(2)))
        return object(
            "77",
            object("9F27", told) + object("9F36", "0010") + object("9F26", "AAAAAAAAAAAAAAAA") + setting("more", ""))
            + "9000"
    }

    private static let record = ["5A": "9999990012345677", "5F24": "301231", "8C": "95059F3403"]
    private static let quick = [
        "57": "9999990012345677D30122010000000000", "82": "0000", "9F10": "06011203A00000", "9F26": "AAAAAAAAAAAAAAAA",
        "9F27": "80", "9F36": "0010",
    ]

    private static let options: Set = ["82", "94"]

    /// The objects of the card, with what the case changes of them, where a tag is in place.
    private func objects(_ usual: [String: String], _ isInPlace: (String) -> Bool) -> String {
        let changed = script.settings.filter {
            $0.key != "9F38" && $0.key.allSatisfy { $0.isHexDigit && !$0.isLowercase } && isInPlace($0.key)
        }
        return usual.merging(changed) { _, changed in changed }.filter { $0.value != "-" }
            .sorted { $0.key < $1.key }.map { object($0.key, $0.value) }.joined()
    }
}
