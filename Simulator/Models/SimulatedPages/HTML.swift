/// Text that a browser reads as HTML.
///
/// A literal is taken as it stands; text that is put into one is escaped, for elements and for quoted attributes, and
/// what changes the direction of writing in it ends with it. There is no way to put raw text in but to write it down.
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    private(set) var source: String

    init(stringLiteral source: String) { self.source = source }

    init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { source += literal }

        /// Puts text in, escaped; one that runs to the left, or could turn around what follows, stands by itself.
        mutating func appendInterpolation(_ text: some StringProtocol) {
            guard TextDirection.matters(in: text), isInElement else { return source += HTML.escaped(text) }
            source += "<bdi>" + HTML.escaped(TextDirection.closed(text)) + "</bdi>"
        }

        /// Not in a tag, whose attributes are shown by themselves, and not in the title, which has no elements.
        private var isInElement: Bool {
            let tag = source.lastIndex(of: ">").map { source[source.index(after: $0)...] } ?? source[...]
            guard !source.hasSuffix("<title>") else { return false }
            return !tag.contains("<") && tag.count { $0 == "\"" }.isMultiple(of: 2)
        }

        mutating func appendInterpolation(_ number: some BinaryInteger) { source += String(number) }

        mutating func appendInterpolation(_ html: HTML) { source += html.source }

        /// Puts what there is in, and nothing for nothing.
        mutating func appendInterpolation(_ html: HTML?) { source += html?.source ?? "" }

        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { source += part.source } }
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\0": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
