import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders
import Testing

/// Reports and frames that do not say what they should; the models never send them.
@Suite struct MagneticReportTests {
    private static let track = Array(";4761739001010010=24122010000000000000?".utf8)
    private static let ksn: [UInt8] = [0x51, 0x4D, 0, 0, 0, 0, 0, 0, 0, 1]

    private struct Seal: CardSeal {
        func seal(track2: SecretBytes, read method: ReadMethod, amount: Amount) throws -> EncryptedPayload {
            EncryptedPayload(scheme: "test", keySerial: "", ciphertext: "\(track2.count)", tag: "")
        }

        func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload { throw AmountError.overflow }
    }

    /// What the first swipe leads to: an answer, or being asked again.
    private func outputs(_ device: MagneticDevice, _ bytes: [UInt8]) -> [CardReaderOutput] {
        var core = MagneticCore(device)
        let request = CollectRequest(amount: Amount(minorUnits: 1, currency: .eur))
        _ = core.handle(.command(.collect(1, request, seal: Seal())))
        return core.handle(.received(bytes)).compactMap { if case .output(let output) = $0 { output } else { nil } }
    }

    private let askedAgain: [CardReaderOutput] = [
        .event(.displayMessage(.retryCard)), .event(.inputOptions(.swipeCard)),
    ]

    private func isRefused(_ outputs: [CardReaderOutput]) -> Bool {
        outputs.last == .answer(1, .failure(.cardNotRead(.notSupported)))
    }

    private func payload(_ outputs: [CardReaderOutput]) -> EncryptedPayload? {
        guard case .answer(1, .success(let collected)) = outputs.last else { return nil }
        return collected.payload
    }

    private func frame(_ data: [UInt8]) -> [UInt8] {
        [0x02, UInt8(data.count), 0] + data + [data.reduce(0, ^), data.reduce(0, &+), 0x03]
    }

    private func put(_ bytes: [UInt8], at place: Int, in report: [UInt8]) -> [UInt8] {
        Array(report[..<place]) + bytes + report[(place + bytes.count)...]
    }

    @Test func secureMagFramesPayInTheClearInTheOriginalFormatOnly() {
        let count = UInt8(Self.track.count)
        let original = outputs(.secureMag, frame([0x00, 0x3F, 0, count, 0] + Self.track))
        #expect(payload(original)?.ciphertext == "37")
        // The enhanced format shows digits that may be none: without ciphertext there is nothing to pay with.
        let enhanced = outputs(.secureMag, frame([0x80, 0x3F, 0, count, 0, 0x02, 0x00] + Self.track))
        #expect(isRefused(enhanced))
        let failed = outputs(.secureMag, frame([0x00, 0x3D, 0, count, 0] + Self.track))
        #expect(failed == askedAgain)
        #expect(isRefused(outputs(.secureMag, frame([0x01, 0x3F, 0, count, 0] + Self.track))))
        #expect(outputs(.secureMag, frame([0x04, 0x3F, 0, count, 0] + Self.track)) == askedAgain)
    }

    @Test func ciphertextWithoutAKeySerialNumberPaysForNothing() {
        let count = UInt8(Self.track.count)
        let head: [UInt8] = [0x80, 0x3F, 0, count, 0, 0x02]
        let ciphertext = [UInt8](repeating: 0xAB, count: 40)
        let whole = outputs(.secureMag, frame(head + [0x82] + Self.track + ciphertext + Self.ksn))
        #expect(payload(whole)?.keySerial == "514d0000000000000001")
        let zeros = [UInt8](repeating: 0, count: 10)
        #expect(outputs(.secureMag, frame(head + [0x82] + Self.track + ciphertext + zeros)) == askedAgain)
        #expect(outputs(.secureMag, frame(head + [0x02] + Self.track + ciphertext)) == askedAgain)
    }

    @Test func lengthsBeyondTheirTrackAreNoSwipe() {
        let empty = [UInt8](repeating: 0, count: 856)
        let encrypted = put(Self.ksn, at: 495, in: put([112], at: 4, in: empty))
        #expect(payload(outputs(.magTek, encrypted))?.ciphertext.count == 224)
        for length: UInt8 in [0, 7, 113, 120, 255] {
            #expect(outputs(.magTek, put([length], at: 4, in: encrypted)) == askedAgain)
        }
        let clear = put(Self.track, at: 117, in: put([39], at: 4, in: [UInt8](repeating: 0, count: 337)))
        #expect(payload(outputs(.magTek, clear))?.ciphertext == "37")
        for length: UInt8 in [0, 111, 255] { #expect(outputs(.magTek, put([length], at: 4, in: clear)) == askedAgain) }
    }

    @Test func nativeReportsWhoseLengthsDisagreeAreNoSwipe() {
        let report = put(
            Self.track, at: 9, in: put([39], at: 7, in: put([39], at: 4, in: [UInt8](repeating: 0, count: 509))))
        #expect(payload(outputs(.idTech, report))?.ciphertext == "37")
        #expect(outputs(.idTech, put([38], at: 7, in: report)) == [])
        #expect(outputs(.idTech, put([1], at: 8, in: report)) == [])
        #expect(outputs(.idTech, Array(report.prefix(40))) == [])
        #expect(outputs(.idTech, []) == [])
    }
}
