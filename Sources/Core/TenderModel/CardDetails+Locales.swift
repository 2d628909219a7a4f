extension CardDetails {
    /// Reads a chip's language preference (EMV tag 5F2D): one to four codes of two letters, the preferred one first.
    ///
    /// - Returns: The codes in lower case, for `preferredLocales`; `nil` if there is none.
    public static func locales(ofChip bytes: some Collection<UInt8>) -> [String]? {
        let letters = Array(bytes.prefix(8))
        let pairs = stride(from: 0, to: letters.count - letters.count % 2, by: 2).map { letters[$0...($0 + 1)] }
        let codes = pairs.compactMap { pair -> String? in
            let code = String(decoding: pair, as: UTF8.self).lowercased()
            return code.utf8.allSatisfy { (0x61...0x7A).contains($0) } && code.utf8.count == 2 ? code : nil
        }
        return codes.isEmpty ? nil : codes
    }
}
