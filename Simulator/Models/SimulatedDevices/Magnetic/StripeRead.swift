import SimulatedCard
import TenderBytes
import TenderCrypto

/// A swipe of a simulated card, in the forms of the readers.
struct StripeRead {
    let card: SimulatedCard
    /// The number of the swipe, part of the key serial number.
    let number: UInt64
    /// Three digits, the first of which says whether the card has a chip.
    let serviceCode: String
    /// The second track of a card that does not pay, in place of the card's; no reader encrypts it.
    var otherTrack: String?

    /// Returns the bytes of the swipe: a report, or a frame.
    ///
    /// - Parameter isDamaged: Whether the track could not be read, or the frame has a wrong check value.
    func bytes(_ form: SimulatedMagnetic.Form, isDamaged: Bool) -> [UInt8] {
        switch form {
        case .sureSwipe: sureSwipe(isDamaged)
        case .magneSafe: magneSafe(isDamaged)
        case .idTech: idTech(isDamaged)
        case .secureMag: secureMag(isDamaged)
        }
    }

    private var track2: [UInt8] { track(isMasked: false) }

    /// Returns `;number=YYMM`, service code, zeros and `?`, with the middle of the number masked or not.
    private func track(isMasked: Bool) -> [UInt8] {
        if let otherTrack { return Array(";\(otherTrack)?".utf8) }
        let count = card.number.count
        let digits = card.number.withUnsafeBytes { number in
            number.enumerated().map { index, digit in
                isMasked && index >= 6 && index < count - 4 ? UInt8(ascii: "*") : digit
            }
        }
        let year = card.expYear % 100
        let expiry = [year / 10, year % 10, card.expMonth / 10, card.expMonth % 10].map { UInt8($0 + 0x30) }
        return Array(";".utf8) + digits + Array("=".utf8) + expiry + Array("\(serviceCode)00000000?".utf8)
    }

    /// As long as the track, rounded up to blocks of eight bytes.
    private var madeUpCiphertext: [UInt8] {
        let count = (track2.count + 7) / 8 * 8
        let seed = SHA256.hash("simulated stripe \(number)".utf8)
        return (0..<count).map { seed[$0 % seed.count] }
    }

    private var keySerialNumber: [UInt8] {
        [0x51, 0x4D] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The encoding as MagTek writes it: a payment card's, or another.
    private var encoding: UInt8 { otherTrack == nil ? 0 : 4 }

    private func sureSwipe(_ isDamaged: Bool) -> [UInt8] {
        var report = [UInt8](repeating: 0, count: 337)
        report[1] = isDamaged ? 1 : 0
        report[4] = UInt8(clamping: track2.count)
        report[6] = encoding
        Self.put(track2, into: &report, at: 117)
        return report
    }

    private func magneSafe(_ isDamaged: Bool) -> [UInt8] {
        var report = [UInt8](repeating: 0, count: 856)
        report[1] = isDamaged ? 1 : 0
        report[4] = UInt8(clamping: madeUpCiphertext.count)
        report[6] = encoding
        Self.put(madeUpCiphertext, into: &report, at: 119)
        Self.put(Array("SIMULATED".utf8), into: &report, at: 477)
        Self.put(keySerialNumber, into: &report, at: 495)
        report[506] = UInt8(clamping: track2.count)
        // This family masks with zeros.
        Self.put(track(isMasked: true).map { $0 == UInt8(ascii: "*") ? 0x30 : $0 }, into: &report, at: 620)
        return report
    }

    private func idTech(_ isDamaged: Bool) -> [UInt8] {
        var report = [UInt8](repeating: 0, count: 509)
        report[1] = isDamaged ? 1 : 0
        report[4] = UInt8(clamping: track2.count)
        report[6] = otherTrack == nil ? 0 : 3
        report[7] = UInt8(clamping: track2.count)
        Self.put(track2, into: &report, at: 9)
        return report
    }

    private func secureMag(_ isDamaged: Bool) -> [UInt8] {
        let masked = track(isMasked: true)
        // Enhanced format; track 2 decoded and present; masked and encrypted track 2, serial number and key serial
        // number.
        let head: [UInt8] =
            otherTrack == nil
            ? [0x80, 0b0001_0111, 0, UInt8(masked.count), 0, 0x82, 0x82]
            : [0x83, 0b0001_0111, 0, UInt8(clamping: masked.count), 0, 0x82, 0x80]
        let ciphertext = otherTrack == nil ? madeUpCiphertext : []
        let data = head + masked + ciphertext + Array("SIMULATED0".utf8) + keySerialNumber
        let check = data.reduce(0, ^) ^ (isDamaged ? 0xFF : 0)
        let count = [UInt8(truncatingIfNeeded: data.count), UInt8(data.count >> 8)]
        return [0x02] + count + data + [check, data.reduce(0, &+), 0x03]
    }

    private static func put(_ bytes: [UInt8], into report: inout [UInt8], at place: Int) {
        for (index, byte) in bytes.enumerated() where place + index < report.count { report[place + index] = byte }
    }
}
