extension Theme {
    /// Chooses a theme for a terminal.
    ///
    /// - Parameters:
    ///   - colours: how many colours the terminal's description tells of.
    ///   - codeset: the character set of the locale, such as `UTF-8`.
    ///   - environment: gives a variable; `NO_COLOR` that is not empty means none (https://no-color.org).
    ///   - isASCII: whether ASCII was asked for.
    public static func detected(
        colours: Int, codeset: String, isASCII: Bool = false, environment: (String) -> String?
    ) -> Theme {
        let isPlain = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        let name = codeset.uppercased()
        return Theme(
            depth: isPlain ? .mono : depth(of: colours), isUTF8: !isASCII && (name == "UTF-8" || name == "UTF8"))
    }

    private static func depth(of colours: Int) -> ColourDepth {
        switch colours {
        case ..<8: .mono
        case ..<16: .eight
        case ..<256: .sixteen
        default: .full
        }
    }
}
