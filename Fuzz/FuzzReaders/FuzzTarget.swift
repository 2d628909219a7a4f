/// The parsers of device bytes, by the names of their corpora in Fuzz/Corpus.
enum FuzzTarget {
    static let all: [String: @Sendable ([UInt8]) -> Void] = [
        "apdu": apdu, "atr": atr, "tlv": tlv, "emv": emv, "emv-input": emvInput,
        "dol": dol, "lists": lists, "certificate": certificate, "contact": contact, "contactless": contactless,
        "ccid-answer": ccidAnswer, "ccid-descriptor": ccidDescriptor, "ccid-machine": ccidMachine,
        "hid-descriptor": hidDescriptor,
        "magnetic": magnetic, "securemag": secureMag,
        "neo": neo, "neo-frames": neoFrames, "neo-objects": neoObjects,
        "t0": t0, "t1": t1, "usb-descriptors": usbDescriptors,
        "zvt": zvt, "zvt-blocks": zvtBlocks, "zvt-fields": zvtFields,
    ]

    /// Traps if an invariant does not hold, which libFuzzer reports like any other trap.
    static func check(_ holds: Bool, _ words: @autoclosure () -> String) {
        if !holds { fatalError(words()) }
    }
}
