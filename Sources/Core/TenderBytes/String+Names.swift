extension String {
    /// Whether it can name a till or a front end: 1 to 64 letters, digits, `.`, `_` and `-` of ASCII.
    package var isPlainName: Bool {
        (1...64).contains(utf8.count) && utf8.allSatisfy { Self.isOfID($0) || $0 == UInt8(ascii: ".") }
    }

    /// Whether it can be an object's ID: 1 to 255 letters, digits, `_` and `-` of ASCII.
    package var isObjectID: Bool { (1...255).contains(utf8.count) && utf8.allSatisfy(Self.isOfID) }

    private static func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
