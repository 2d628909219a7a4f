extension String {
    /// The text with every control character replaced by a space, so that untrusted text cannot control a screen.
    public var withoutControls: String {
        // The common case: plain ASCII text, with no need to look up any scalar.
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
