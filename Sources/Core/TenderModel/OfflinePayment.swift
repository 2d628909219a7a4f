/// A payment that was accepted without the issuer, as the journal knows it: never with its card data.
public struct OfflinePayment: Hashable, Sendable, Codable, Identifiable {
    /// Where it stands.
    public enum State: Hashable, Sendable, Codable {
        /// It waits for the gateway.
        case stored
        /// It is on its way; its outcome is not known.
        case forwarding
        /// The issuer approved it, as this PaymentIntent.
        case approved(intentID: String)
        /// The issuer refused it: the shop has sold without being paid.
        case declined(Decline, intentID: String)
        /// It is set aside for a person to look at.
        case quarantined(Quarantine)
        /// It was deleted before any of it was sent.
        case deleted(by: String)
    }

    /// Why a payment was set aside.
    public struct Quarantine: Hashable, Sendable, Codable {
        /// What is wrong with it.
        public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
            /// The power went before anyone was told that it was accepted: a person decides whether it counts.
            case unclaimed
            /// Somebody asked for it.
            case requested
            /// It was stored too long ago to be forwarded without a person's word.
            case tooOld
            /// Its card data is gone.
            case payloadMissing
            /// Its card data is not what was stored.
            case payloadDamaged
            /// The gateway refuses it for good.
            case refused
            /// An answer does not fit what was asked.
            case answerMismatch
            /// Nobody tells what became of it.
            case outcomeUnknown
            /// Somebody else canceled its PaymentIntent.
            case canceledElsewhere
            /// It was tried too often.
            case tooManyAttempts
        }

        /// What is wrong with it.
        public var reason: Reason
        /// A sentence for people; without card data.
        public var message: String

        /// Makes a reason.
        public init(_ reason: Reason, message: String) {
            self.reason = reason
            self.message = message
        }
    }

    /// The local id, `offline_…`.
    public var id: String
    /// The amount.
    public var amount: Amount
    /// The shop's order.
    public var order: String?
    /// The card, masked.
    public var card: CardDetails
    /// The serial number of the reader.
    public var reader: String?
    /// When it was stored, seconds since 1970.
    public var storedAt: Int64
    /// The PaymentIntent that it is forwarded as, once there is one.
    public var intentID: String?
    /// Where it stands.
    public var state: State

    /// Describes a payment.
    public init(
        id: String, amount: Amount, order: String? = nil, card: CardDetails = CardDetails(), reader: String? = nil,
        storedAt: Int64 = 0, intentID: String? = nil, state: State = .stored
    ) {
        self.id = id
        self.amount = amount
        self.order = order
        self.card = card
        self.reader = reader
        self.storedAt = storedAt
        self.intentID = intentID
        self.state = state
    }
}

extension OfflinePayment.State {
    /// Whether the gateway has yet to be asked, or to tell the outcome.
    var requiresUpload: Bool {
        switch self {
        case .stored, .forwarding, .quarantined: true
        case .approved, .declined, .deleted: false
        }
    }

    /// The state's name.
    public var word: String {
        switch self {
        case .stored: "stored"
        case .forwarding: "forwarding"
        case .approved: "approved"
        case .declined: "declined"
        case .quarantined: "quarantined"
        case .deleted: "deleted"
        }
    }
}
