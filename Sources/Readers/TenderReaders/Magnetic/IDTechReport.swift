/// The input report of an ID TECH reader in its native HID form, without encryption.
enum IDTechReport {
    private static let headByteCount = 9

    /// Parses a report without its number; returns `nil` if it is not of a swipe.
    ///
    /// It contains the statuses and lengths of three tracks, the encoding, the length of all tracks (two bytes,
    /// little-endian), and the tracks one after the other.
    static func swipe(_ report: [UInt8]) -> Swipe? {
        guard report.count > headByteCount else { return nil }
        let lengths = report[3..<6].map(Int.init)
        let total = lengths.reduce(0, +)
        guard Int(report[7]) | Int(report[8]) << 8 == total, report.count >= headByteCount + total else { return nil }
        guard report[1] & 1 == 0, lengths[1] > 0 else { return .unreadable }
        let track = report[(headByteCount + lengths[0])...].prefix(lengths[1])
        if let other = Swipe.other(encoding: report[6], of: .idTech, shown: track) { return other }
        return Swipe(shown: track, ciphertext: [], scheme: "", keySerialNumber: [])
    }
}
