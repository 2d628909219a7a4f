import TenderBytes
import TenderModel

/// The result of a swipe; nothing of it is printed.
enum Swipe: Sendable {
    /// The reader encrypted the stripe.
    case encrypted(CardDetails, EncryptedPayload)
    /// The reader sends it in the clear.
    case clear(CardDetails, SecretBytes)
    /// No track could be read.
    case unreadable
    /// It is not a payment card.
    case foreign

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
            self = .encrypted(track?.details ?? CardDetails(readMethod: .magneticStripeTrack2), payload)
        } else if shown.isEmpty {
            self = .unreadable
        } else if let track, !track.isMasked {
            self = .clear(track.details, Track2.secret(shown))
        } else {
            // Masked, and without ciphertext: nothing that could pay.
            self = .foreign
        }
    }
}

extension Swipe {
    /// Returns the result of a swipe whose tracks have an encoding other than a payment card's; `nil` for a payment
    /// card (0).
    static func other(encoding: UInt8) -> Swipe? {
        switch encoding {
        case 0: nil
        // A driver's license (AAMVA), and other formats that the reader knows.
        case 1, 3: .foreign
        default: .unreadable
        }
    }
}
