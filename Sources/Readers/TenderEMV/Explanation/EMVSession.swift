/// Explains commands and answers in their order: what an answer means depends on what came before.
struct EMVSession {
    /// The data object lists that the card has told, by their tags.
    private var lists: [TLV.Tag: DOL] = [:]
    /// The command that the next answer belongs to; GET RESPONSE fetches the answer of the one before it.
    private var asked: Instruction?
    private var cryptograms = 0

    private static let listTags: [TLV.Tag] = [0x9F38, 0x8C, 0x8D, 0x9F49]

    /// Returns whether a command is one that EMV has.
    static func isKnown(_ command: CommandAPDU) -> Bool { Instruction(command) != nil }

    /// Explains a command.
    mutating func explain(command bytes: [UInt8]) -> EMVExplanation {
        let command: CommandAPDU
        do throws(APDUError) {
            command = try CommandAPDU(parsing: bytes)
        } catch {
            asked = nil
            var told = EMVExplanation("> command", count: bytes.count)
            told.fault = Self.sentence(error, bytes.count)
            return told
        }
        let instruction = Instruction(command)
        if instruction != .getResponse { asked = instruction }
        if instruction == .select { (lists, cryptograms) = ([:], 0) }
        if instruction == .generateCryptogram { cryptograms += 1 }
        return explain(command, instruction)
    }

    /// Explains an answer: data and a status word.
    mutating func explain(answer bytes: [UInt8]) -> EMVExplanation {
        var told = EMVExplanation("< answer", count: bytes.count)
        guard let answer = try? ResponseAPDU(parsing: bytes) else {
            told.fault = "the size is \(bytes.count), not at least 2 bytes"
            return told
        }
        told.value = hex([answer.sw1, answer.sw2])
        told.text = EMVStatusWord.words(answer.statusWord)
        if !answer.data.isEmpty { read(answer.data, in: &told) }
        return told
    }

    private static func sentence(_ error: APDUError, _ count: Int) -> String {
        switch error {
        case .tooShort: "the size is \(count), not at least 4 bytes"
        case .badLength: EMVDataError(at: 4, "the length is not that of what follows").sentence
        }
    }

    // MARK: - Commands

    private func explain(_ command: CommandAPDU, _ instruction: Instruction?) -> EMVExplanation {
        var told = EMVExplanation("> " + (instruction?.name ?? "unknown command"), count: command.data.count)
        told.value = hex(command.header)
        switch instruction {
        case .select: select(command, &told)
        case .readRecord: told.text = "record \(command.p1) of file \(command.p2 >> 3)"
        case .getData:
            let tag = TLV.Tag(rawValue: UInt32(command.p1) << 8 | UInt32(command.p2))
            told.text = EMVExplainer.name(tag)
        case .getProcessingOptions: processingOptions(command.data, &told)
        case .internalAuthenticate: fill(EMVMeaning(values: command.data, of: lists[0x9F49], "the DDOL"), &told)
        case .generateCryptogram: cryptogram(command, &told)
        case .externalAuthenticate: told.parts = [EMVExplainer.explain(0x91, command.data)]
        case .verify: told.text = "\(command.p2 & 0x08 == 0 ? "plaintext" : "enciphered") PIN, hidden"
        case .getChallenge, .getResponse: break
        case .script, .relayResistance, .cryptographicChecksum, nil:
            if !command.data.isEmpty { told.text = "\(command.data.count) bytes, hidden" }
        }
        return told
    }

    private func select(_ command: CommandAPDU, _ told: inout EMVExplanation) {
        guard command.p1 == 4 else {
            told.text = "not by name"
            return
        }
        told.text = command.p2 & 2 == 0 ? "first with the name" : "next with the name"
        told.parts = [EMVExplainer.explain(0x84, command.data)]
    }

    private func processingOptions(_ data: [UInt8], _ told: inout EMVExplanation) {
        guard let objects = try? TLV(data), let template = objects.elements.first, template.tag == 0x83 else {
            told.fault = EMVDataError(at: 5, "there is no command template 83").sentence
            return
        }
        let values = [UInt8](objects.value(template))
        if values.isEmpty {
            told.text = "no values"
        } else {
            fill(EMVMeaning(values: values, of: lists[0x9F38], "the PDOL"), &told)
        }
    }

    private func cryptogram(_ command: CommandAPDU, _ told: inout EMVExplanation) {
        let kinds = ["AAC, decline", "TC, approve", "ARQC, online", "reserved"]
        let isFirst = cryptograms <= 1
        let list = isFirst ? lists[0x8C] : lists[0x8D]
        fill(EMVMeaning(values: command.data, of: list, isFirst ? "CDOL1" : "CDOL2"), &told)
        told.notes.append("asks for " + kinds[Int(command.p1 >> 6)])
        if command.p1 & 0x10 != 0 { told.notes.append("with a CDA signature") }
        if command.p1 & 0x08 != 0 { told.notes.append("with an XDA signature (EMV 4.4)") }
    }

    private func fill(_ meaning: EMVMeaning, _ told: inout EMVExplanation) {
        (told.text, told.fault, told.parts) = (meaning.text, meaning.fault, meaning.parts)
    }

    // MARK: - Answers

    private mutating func read(_ data: [UInt8], in told: inout EMVExplanation) {
        if asked == .getChallenge {
            told.notes.append("challenge \(CardNumberMask.guarded(data))")
        } else if data.first == 0x80, asked == .getProcessingOptions || asked == .generateCryptogram {
            readFormat1(data, in: &told)
        } else {
            let objects = EMVExplainer.explain(objects: data)
            (told.parts, told.fault) = (objects.parts, objects.fault)
            keepLists(data)
        }
    }

    /// Response format 1, whose values have no tags (EMV Book 3 §6.5.5, §6.5.8).
    private func readFormat1(_ data: [UInt8], in told: inout EMVExplanation) {
        guard let objects = try? TLV(data), let template = objects.elements.first else {
            told.fault = EMVExplainer.explain(objects: data).fault
            return
        }
        var rest = objects.value(template)
        let fields: [(tag: TLV.Tag, count: Int)] =
            asked == .getProcessingOptions ? [(0x82, 2), (0x94, .max)] : [(0x9F27, 1), (0x9F36, 2), (0x9F26, 8)]
        for field in fields {
            told.parts.append(EMVExplainer.explain(field.tag, [UInt8](rest.prefix(field.count))))
            rest = rest.dropFirst(field.count)
        }
        if !rest.isEmpty { told.parts.append(EMVExplainer.explain(0x9F10, [UInt8](rest))) }
    }

    private mutating func keepLists(_ data: [UInt8]) {
        guard let objects = try? TLV(data) else { return }
        for tag in Self.listTags {
            if let value = objects.first(tag), let list = try? DOL(parsing: [UInt8](value)) { lists[tag] = list }
        }
    }
}
