public import TenderModel

/// The behavior of a simulated card's issuer.
public struct IssuerRules: Hashable, Sendable {
    /// The answer to an authorization.
    public let charge: Charge
    /// The thousandths of an amount that it approves where it declines the whole, and the merchant accepts a part;
    /// `nil` for none.
    public let part: Int64?
    /// The fate of a refund.
    public let refund: Refund
    /// The capture methods that it accepts.
    public let capture: Capture

    /// Creates the rules; by default those of an issuer that approves everything.
    public init(
        charge: Charge = .approve, part: Int64? = nil, refund: Refund = .succeed, capture: Capture = .any
    ) {
        self.charge = charge
        self.part = part
        self.refund = refund
        self.capture = capture
    }

    /// The answer to an authorization.
    public enum Charge: Hashable, Sendable {
        /// The amount is held.
        case approve
        /// Nothing is held; the strings are the API's `code` and `decline_code`.
        case decline(code: String, declineCode: String)
    }

    /// The fate of a refund.
    public enum Refund: Hashable, Sendable {
        /// The money is refunded.
        case succeed
        /// The refund is accepted and fails later; the string is the API's `failure_reason`.
        case failLater(reason: String)
    }

    /// The capture methods of a scheme.
    public enum Capture: Hashable, Sendable {
        /// All methods.
        case any
        /// The scheme has no holds: `automatic`, `automatic_async`, and `manual_preferred`, which then captures.
        case notManual
        /// One message does both: captured at once, whatever was requested.
        case singleMessage

        /// Returns whether an intent with `method` may be paid.
        public func allows(_ method: CaptureMethod) -> Bool {
            self != .notManual || method != .manual
        }

        /// Returns whether an approval under `method` captures at the same time.
        public func capturesAtOnce(_ method: CaptureMethod) -> Bool {
            switch self {
            case .any: method != .manual && method != .manualPreferred
            case .notManual, .singleMessage: true
            }
        }
    }
}
