public import TenderModel

/// What the issuer of a simulated card does.
public struct IssuerRules: Hashable, Sendable {
    /// What it answers to an authorisation.
    public let charge: Charge
    /// What becomes of a refund.
    public let refund: Refund
    /// Which capture methods it takes.
    public let capture: Capture

    /// States the rules; an issuer that approves everything by default.
    public init(charge: Charge = .approve, refund: Refund = .succeed, capture: Capture = .any) {
        self.charge = charge
        self.refund = refund
        self.capture = capture
    }

    /// The answer to an authorisation.
    public enum Charge: Hashable, Sendable {
        /// The amount is held.
        case approve
        /// Nothing is held; the strings are the API's `code` and `decline_code`.
        case decline(code: String, declineCode: String)
    }

    /// The fate of a refund.
    public enum Refund: Hashable, Sendable {
        /// The money goes back.
        case succeed
        /// It is accepted and fails later; the string is the API's `failure_reason`.
        case failLater(reason: String)
    }

    /// The capture methods of a scheme.
    public enum Capture: Hashable, Sendable {
        /// Every one.
        case any
        /// The scheme holds no money: `automatic`, `automatic_async`, and `manual_preferred`, which then captures.
        case notManual
        /// One message does both: captured at once, whatever was asked for.
        case singleMessage

        /// Whether an intent with `method` may be paid.
        public func allows(_ method: CaptureMethod) -> Bool {
            self != .notManual || method != .manual
        }

        /// Whether an approval under `method` is a capture at the same time.
        public func capturesAtOnce(_ method: CaptureMethod) -> Bool {
            switch self {
            case .any: method != .manual && method != .manualPreferred
            case .notManual, .singleMessage: true
            }
        }
    }
}
