import TenderBytes

/// Text that a browser reads as HTML.
///
/// A literal is taken as it is; interpolated text is escaped, for elements and for quoted attributes, and any change of
/// the writing direction ends with it. The only way to insert raw text is to write it as a literal.
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    private(set) var source: String

    init(stringLiteral source: String) { self.source = source }

    init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { source += literal }

        /// Inserts text, escaped; text that runs right to left, or could change the direction of what follows, is
        /// isolated.
        mutating func appendInterpolation(_ text: some StringProtocol) {
            guard TextDirection.matters(in: text), isInElement else { return source += text.escapedForHTML }
            source += "<bdi>" + TextDirection.closed(text).escapedForHTML + "</bdi>"
        }

        /// Whether the text goes into an element: not into a tag, whose attributes are shown by themselves, nor into
        /// the title, which has no elements.
        private var isInElement: Bool {
            let tag = source.lastIndex(of: ">").map { source[source.index(after: $0)...] } ?? source[...]
            guard !source.hasSuffix("<title>") else { return false }
            return !tag.contains("<") && tag.count { $0 == "\"" }.isMultiple(of: 2)
        }

        mutating func appendInterpolation(_ number: some BinaryInteger) { source += String(number) }

        mutating func appendInterpolation(_ html: HTML) { source += html.source }

        /// Inserts the HTML, or nothing for `nil`.
        mutating func appendInterpolation(_ html: HTML?) { source += html?.source ?? "" }

        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { source += part.source } }
    }
}
