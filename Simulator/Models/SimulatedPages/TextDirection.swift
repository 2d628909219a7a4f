/// The writing direction of a text, and the characters that change it.
///
/// A name with U+202E reverses what is read after it, such as an amount.
enum TextDirection {
    private static let isolateEnd: Unicode.Scalar = "\u{2069}"
    private static let embeddingEnd: Unicode.Scalar = "\u{202C}"

    /// Returns whether the text runs right to left or has such characters.
    static func matters(in text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { $0.value >= 0x590 && (isSign($0) || runsToTheLeft($0)) }
    }

    /// Returns the text with its embeddings closed and stray ends replaced: nothing in it reaches beyond the element
    /// around it.
    static func closed(_ text: some StringProtocol) -> String {
        var closed = String.UnicodeScalarView()
        var open: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x202A, 0x202B, 0x202D, 0x202E: open.append(embeddingEnd)
            case 0x2066...0x2068: open.append(isolateEnd)
            case 0x202C where open.last == embeddingEnd: open.removeLast()
            case 0x2069 where open.contains(isolateEnd):
                while open.popLast() != isolateEnd {}
            case 0x202C, 0x2069:
                closed.append("\u{FFFD}")
                continue
            default: break
            }
            closed.append(scalar)
        }
        closed.append(contentsOf: open.reversed())
        return String(closed)
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func runsToTheLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
