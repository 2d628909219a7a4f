extension String {
    /// Whether the text is an address that contains a user name or a password.
    ///
    /// `https://user@host`, `https://user%40host` and `user:password@host` do; an `@` in a path does not count.
    public var holdsCredentials: Bool {
        let scalars = Array(unicodeScalars)
        guard let start = Self.placeAfterScheme(scalars) else {
            return Self.endOfCredentials(scalars[...]).map { Self.looksLikeCredentials(scalars[..<$0]) } ?? false
        }
        return Self.endOfCredentials(scalars[start...].prefix { !"/?#".unicodeScalars.contains($0) }) != nil
    }

    /// The address, safe to show: without its query, its fragment, and anything that could be a user name or a
    /// password.
    ///
    /// When in doubt it hides too much: a password may contain characters that no address may.
    public var shownAddress: String {
        let scalars = Array(unicodeScalars)
        let hidden = Self.hiding(scalars, from: Self.placeAfterScheme(scalars) ?? 0)
        return String(hidden.prefix { $0 != "?" && $0 != "#" }).withoutControls
    }

    /// The message with `***` in place of anything that could be the user name and password of an address.
    public var withoutCredentials: String {
        guard contains("@") || contains("%40") else { return self }
        var result = String.UnicodeScalarView()
        var word: [Unicode.Scalar] = []
        for scalar in unicodeScalars {
            guard scalar.properties.isWhitespace else {
                word.append(scalar)
                continue
            }
            result.append(contentsOf: Self.hidingWord(word).unicodeScalars)
            result.append(scalar)
            word = []
        }
        result.append(contentsOf: Self.hidingWord(word).unicodeScalars)
        return String(result)
    }

    private static func hidingWord(_ word: [Unicode.Scalar]) -> String {
        if let start = placeAfterScheme(word) { return hiding(word, from: start) }
        guard let end = endOfCredentials(word[...]), looksLikeCredentials(word[..<end]) else {
            return scalars(word[...])
        }
        return hiding(word, from: 0)
    }

    private static func hiding(_ text: [Unicode.Scalar], from start: Int) -> String {
        guard let end = endOfCredentials(text[start...]) else { return scalars(text[...]) }
        return scalars(text[..<start]) + "***" + scalars(text[end...])
    }

    private static func scalars(_ text: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(text)) }

    private static func placeAfterScheme(_ text: [Unicode.Scalar]) -> Int? {
        text.indices.first { text[$0...].starts(with: "://".unicodeScalars) }.map { $0 + 3 }
    }

    /// Returns the index of the last `@`, plain or percent-encoded.
    private static func endOfCredentials(_ text: ArraySlice<Unicode.Scalar>) -> Int? {
        text.indices.last { text[$0] == "@" || text[$0...].starts(with: "%40".unicodeScalars) }
    }

    /// Returns whether the text is `user:password`, as opposed to a path such as that of a serial line with its speed.
    private static func looksLikeCredentials(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        text.contains(":") && !text.contains("/")
    }
}
