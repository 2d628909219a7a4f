/// The input report of a MagTek reader (SureSwipe, and MagneSafe V5: 99875475).
enum MagTekReport {
    private static let sureSwipeByteCount = 337
    /// The place of the second track in a SureSwipe report.
    private static let clearTrack = 117..<227

    private static let encryptedLength = 4
    private static let encryptedTrack = 119..<231
    private static let keySerialNumber = 495..<505
    private static let maskedLength = 506
    private static let maskedTrack = 620..<732

    /// Parses a report without its number; returns `nil` if it is not of a swipe.
    ///
    /// Models differ in the length of what follows the key serial number: a track beyond the end of a short report is
    /// not shown.
    static func swipe(_ report: [UInt8]) -> Swipe? {
        if report.count == sureSwipeByteCount { return sureSwipe(report) }
        guard report.count >= keySerialNumber.upperBound else { return nil }
        return magneSafe(report)
    }

    private static func sureSwipe(_ report: [UInt8]) -> Swipe {
        guard report[1] & 1 == 0, report[4] > 0 else { return .unreadable }
        let track = track(report, clearTrack, byteCount: Int(report[4]))
        if let other = Swipe.other(encoding: report[6], of: .magTek, shown: track ?? []) { return other }
        guard let track else { return .unreadable }
        return Swipe(shown: track, ciphertext: [], scheme: "", keySerialNumber: [])
    }

    private static func magneSafe(_ report: [UInt8]) -> Swipe {
        let byteCount = Int(report[encryptedLength])
        guard report[1] & 1 == 0 else { return .unreadable }
        // What it shows may be masked, whatever the card is.
        if let other = Swipe.other(encoding: report[6], of: .magTek, shown: []) { return other }
        // The shown track is masked with 0, which looks like any digit, so it never stands for the card.
        guard byteCount > 0, byteCount.isMultiple(of: 8),
            let ciphertext = track(report, encryptedTrack, byteCount: byteCount)
        else {
            return .unreadable
        }
        let maskedByteCount = report.count > maskedLength ? Int(report[maskedLength]) : 0
        let masked = track(report, maskedTrack, byteCount: maskedByteCount) ?? []
        return Swipe(
            shown: masked, ciphertext: ciphertext, scheme: "tdes-dukpt-magnesafe",
            keySerialNumber: report[keySerialNumber])
    }

    private static func track(_ report: [UInt8], _ place: Range<Int>, byteCount: Int) -> ArraySlice<UInt8>? {
        guard byteCount <= place.count, report.count >= place.lowerBound + byteCount else { return nil }
        return report[place.lowerBound...].prefix(byteCount)
    }
}
