extension ATR {
    /// Whether a reader made it up for a contactless card, which has none of its own (PC/SC part 3, 3.1.3.2.3).
    ///
    /// Such a reader answers the commands of class FF itself; a contact card must not get them.
    public var isOfContactlessCard: Bool {
        bytes.count >= 5 && bytes[0] == 0x3B && bytes[1] & 0xF0 == 0x80 && bytes[2] == 0x80 && bytes[3] == 0x01
    }
}
