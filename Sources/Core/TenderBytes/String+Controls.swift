extension String {
    /// The text with a blank in the place of every control character, so that a stranger's text cannot steer a screen.
    public var withoutControls: String {
        // Mostly plain text, of which no scalar need be looked up.
        guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { Self.isControl($0) ? " " : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
