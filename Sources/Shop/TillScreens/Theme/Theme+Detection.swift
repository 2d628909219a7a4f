extension Theme {
    /// Chooses a theme for a terminal.
    ///
    /// - Parameters:
    ///   - colors: The number of colors in the terminal's description.
    ///   - codeset: The character set of the locale, such as `UTF-8`.
    ///   - environment: Returns a variable; a non-empty `NO_COLOR` means no color (https://no-color.org).
    ///   - isASCII: Whether ASCII was requested.
    public static func detected(
        colors: Int, codeset: String, isASCII: Bool = false, environment: (String) -> String?
    ) -> Theme {
        let isPlain = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        let name = codeset.uppercased()
        return Theme(
            depth: isPlain ? .mono : depth(of: colors), isUTF8: !isASCII && (name == "UTF-8" || name == "UTF8"))
    }

    private static func depth(of colors: Int) -> ColorDepth {
        switch colors {
        case ..<8: .mono
        case ..<16: .eight
        case ..<256: .sixteen
        default: .full
        }
    }
}
