/// The kinds of an application cryptogram (EMV, Book 3, 6.5.5.4), in the order in which a chip may move down.
enum ChipCryptogramKind: UInt8, Sendable {
    /// AAC.
    case declined = 0x00
    /// TC.
    case approved = 0x40
    /// ARQC.
    case online = 0x80
}
