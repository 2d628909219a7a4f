import TenderBytes

/// Explains data of cards and terminals, with card data masked.
///
/// Nothing decides by it. It never fails: what is wrong with the bytes is part of the explanation.
public enum EMVExplainer {
    /// Explains data objects.
    public static func explain(objects bytes: [UInt8]) -> EMVExplanation {
        var elements: [TLV.Element] = []
        var whole = EMVExplanation("data objects", count: bytes.count)
        do throws(TLVError) {
            try TLV.walk(bytes.span.bytes) { elements.append($0) }
        } catch {
            whole.fault = error.sentence
        }
        var rest = elements[...]
        while !rest.isEmpty { whole.parts.append(object(&rest, of: bytes)) }
        return whole
    }

    /// Explains the value of a data object.
    public static func explain(_ tag: TLV.Tag, _ bytes: [UInt8]) -> EMVExplanation {
        let entry = EMVDictionary.entry(tag)
        var told = EMVExplanation(name(tag), count: bytes.count)
        told.tag = hex(tag.bytes)
        told.format = entry?.format.rawValue
        told.source = entry?.source.rawValue
        told.reference = entry?.reference
        if tag.isConstructed {
            let inner = explain(objects: bytes)
            (told.parts, told.fault) = (inner.parts, inner.fault)
        } else {
            show(bytes, of: entry, in: &told)
        }
        return told
    }

    /// Returns the name of a tag.
    static func name(_ tag: TLV.Tag) -> String { EMVDictionary.entry(tag)?.name ?? "unknown" }

    /// Takes an object, and those inside it, from the front of a list.
    private static func object(_ rest: inout ArraySlice<TLV.Element>, of bytes: [UInt8]) -> EMVExplanation {
        let element = rest.removeFirst()
        // What is behind a fault is not in the list: a constructed object keeps the parts that precede it.
        var told = explain(element.tag, element.tag.isConstructed ? [] : [UInt8](bytes[element.range]))
        told.offset = element.whole.lowerBound
        told.count = element.range.count
        while let next = rest.first, next.depth > element.depth { told.parts.append(object(&rest, of: bytes)) }
        return told
    }

    private static func show(_ bytes: [UInt8], of entry: EMVTagEntry?, in told: inout EMVExplanation) {
        guard let entry else {
            told.value = CardNumberMask.guarded(bytes)
            return
        }
        switch entry.secrecy {
        case .open: told.value = hex(bytes)
        case .number: told.text = CardNumberMask.mask(hex(bytes).prefix { $0 != "F" })
        case .track: break
        case .hidden: told.text = "\(bytes.count) bytes, hidden"
        }
        let sizeFault = sizeFault(entry, bytes.count)
        let meaning = entry.secrecy == .hidden || sizeFault != nil ? EMVMeaning() : EMVMeaning(entry, bytes)
        told.text = told.text ?? meaning.text
        told.notes = meaning.notes
        told.parts = meaning.parts
        told.fault = sizeFault ?? meaning.fault
    }

    private static func sizeFault(_ entry: EMVTagEntry, _ count: Int) -> String? {
        guard !entry.sizes.contains(count) else { return nil }
        let (least, most) = (entry.sizes.lowerBound, entry.sizes.upperBound)
        return "the size is \(count), not " + (least == most ? "\(least)" : "\(least) to \(most)") + " bytes"
    }
}

extension EMVMeaning {
    /// Creates the meaning of the value of a primitive data object.
    fileprivate init(_ entry: EMVTagEntry, _ bytes: [UInt8]) {
        if let flags = EMVMeaning(flags: entry.tag, bytes) {
            self = flags
        } else if let special = Self.special(entry.tag, bytes) {
            self = special
        } else {
            switch entry.format {
            case .numeric: self.init(digits: entry.tag, bytes, isCompressed: false)
            case .compressedNumeric: self.init(digits: entry.tag, bytes, isCompressed: true)
            case .alphabetic, .alphanumeric, .special:
                self.init(text: "\"\(String(decoding: bytes, as: UTF8.self).withoutControls)\"")
            case .binary, .constructed: self.init()
            }
        }
    }

    private static func special(_ tag: TLV.Tag, _ bytes: [UInt8]) -> EMVMeaning? {
        switch tag {
        case 0x57, 0x9F6B: EMVMeaning(track: bytes)
        case 0x84, 0x9D: EMVMeaning(fileName: bytes)
        case 0x87: bytes.first.map(EMVMeaning.init(priority:))
        case 0x8A: EMVMeaning(responseCode: bytes)
        case 0x8C, 0x8D, 0x97, 0x9F49, 0x9F4F: EMVMeaning(list: bytes)
        case 0x9F38: EMVMeaning(list: bytes, limit: DOL.largestProcessingOptions)
        case 0x8E: EMVMeaning(verificationList: bytes)
        case 0x94: EMVMeaning(locator: bytes)
        case 0x9F10: EMVMeaning(issuerData: bytes)
        case 0x9F27: bytes.first.map(EMVMeaning.init(informationData:))
        case 0x9F34: EMVMeaning(verificationResults: bytes)
        case 0x9F4A: EMVMeaning(tags: bytes)
        default: nil
        }
    }

    /// Creates the meaning of a file name, which is a text for directories and an application identifier otherwise.
    private init(fileName bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return }
        text = "\"\(String(decoding: bytes, as: UTF8.self))\""
    }

    /// Creates the meaning of an application priority indicator (EMV Book 1 §12.2.3).
    private init(priority byte: UInt8) {
        text = byte & 0x0F == 0 ? "no priority" : "priority \(byte & 0x0F)"
        if byte & 0x80 != 0 { notes.append("not without the cardholder's confirmation") }
    }
}
