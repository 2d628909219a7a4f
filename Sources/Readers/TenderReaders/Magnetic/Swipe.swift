import TenderBytes
import TenderModel

/// The result of a swipe; nothing of it is printed.
enum Swipe: Sendable {
    /// The reader encrypted the stripe.
    case encrypted(CardDetails, ChipMark, EncryptedPayload)
    /// The reader sends it in the clear.
    case clear(CardDetails, ChipMark, SecretBytes)
    /// No track could be read.
    case unreadable
    /// It is not a payment card; with the second track of a gift or loyalty card, which may be handed out.
    case foreign(String?)

    /// Classifies the second track of a swipe.
    ///
    /// - Parameters:
    ///   - shown: The track as ASCII, clear or masked.
    ///   - ciphertext: The encrypted track, if the reader encrypts.
    ///   - scheme: The name of the encryption scheme.
    ///   - keySerialNumber: The key serial number of the encryption.
    init(shown: ArraySlice<UInt8>, ciphertext: ArraySlice<UInt8>, scheme: String, keySerialNumber: ArraySlice<UInt8>) {
        let track = Track2(shown)
        if !ciphertext.isEmpty {
            guard keySerialNumber.contains(where: { $0 != 0 }) else {
                self = .unreadable
                return
            }
            let payload = EncryptedPayload(
                scheme: scheme, keySerial: Hex.encode(keySerialNumber), ciphertext: Hex.encode(ciphertext), tag: "")
            let details = track?.details ?? CardDetails(readMethod: .magneticStripeTrack2)
            self = .encrypted(details, track?.chip ?? .unknown, payload)
        } else if shown.isEmpty {
            self = .unreadable
        } else if let track, !track.isMasked {
            self = .clear(track.details, track.chip, Track2.secret(shown))
        } else {
            // Masked, and without ciphertext: nothing that could pay.
            self = .foreign(Track2.text(ofOther: shown))
        }
    }
}

extension Swipe {
    /// A maker of readers, whose numbers of encodings are its own.
    enum Maker { case idTech, magTek }

    /// Returns the result of a swipe whose tracks have an encoding other than a payment card's; `nil` for a payment
    /// card (0).
    ///
    /// - Parameter shown: The second track as ASCII.
    static func other(encoding: UInt8, of maker: Maker, shown: ArraySlice<UInt8>) -> Swipe? {
        switch (encoding, maker) {
        case (0, _): nil
        // A driver's license (AAMVA).
        case (1, _): .foreign(nil)
        // Other formats that the reader knows: ID TECH writes 3, MagTek 4, which is raw bits at ID TECH.
        case (3, _): .foreign(Track2.text(ofOther: shown))
        case (4, .magTek): Track2.text(ofOther: shown).map { .foreign($0) } ?? .unreadable
        default: .unreadable
        }
    }
}
