import TenderModel

/// The pursuit of one keyed request until its fate is known: record, send, send again, ask.
///
/// It is a machine of its own: what happens to the request changes it and leads to the next step. The payment machine
/// carries out the step, with its serials, records and timers.
public struct Pursuit: Hashable, Sendable, Codable {
    /// What it is waiting for.
    public enum Stage: Hashable, Sendable, Codable {
        /// The record that the request is about to leave.
        case recording(Serial)
        /// The answer to the request.
        case sent(Serial)
        /// The pause before it is sent again.
        case pausedBeforeSend
        /// The answer to a query about the intent.
        case asked(Serial)
        /// The pause before the next query.
        case pausedBeforeAsk
    }

    /// The request: the same key and body each time, until the key is used up without effect.
    public internal(set) var request: PaymentRequest
    /// What it is waiting for.
    public internal(set) var stage: Stage
    /// The number of times that it was sent.
    public internal(set) var sends = 0
    /// Whether it was sent at all, under this key or an earlier one.
    public internal(set) var hasLeft = false
    /// The number of consecutive queries about it.
    public internal(set) var asks = 0
    /// Whether the fate of a sending is unknown: only then can the intent have changed unnoticed.
    public internal(set) var mayHaveArrived = false
    /// Whether a request under an earlier, abandoned key may still arrive.
    public internal(set) var olderMayArrive = false
    /// Whether the gateway has stored an answer that settles nothing, which the same key would only return again.
    public internal(set) var isKeyUsedUp = false
    /// The decline that answered it under a new key without showing the hold; the hold as it was confirms it.
    @Apart var unconfirmedDecline: Decline?
    /// Whether it was answered as invalid without showing the hold; the hold as it was confirms it.
    var isFoundInvalid = false
    /// The first serial of this pursuit: an answer to an older one belongs to something else.
    public let firstSerial: Serial
    /// The serial of the last sending: an answer to a newer one belongs to a query.
    var lastSend: Serial?

    init(_ request: PaymentRequest, recording serial: Serial) {
        self.request = request
        stage = .recording(serial)
        firstSerial = serial
    }

    /// The total that a capture or an increment requests, if it requests one.
    var askedTotal: Int64? {
        switch request {
        case .capture(_, let amount, _): amount
        case .increment(_, let amount): amount
        case .attach, .confirm, .cancel, .refund, .retrieve, .findRefund: nil
        }
    }

    /// The query that reveals the outcome.
    var question: PaymentRequest {
        if case .refund(let key) = request { .findRefund(key) } else { .retrieve }
    }

    /// Returns whether an answer with this serial may belong to one of the sendings.
    func hasSent(_ serial: Serial) -> Bool { firstSerial < serial && serial <= lastSend ?? firstSerial }

    /// Whether the gateway has certainly not executed it: nothing was sent, or every sending came back unexecuted.
    var isCertainlyNotExecuted: Bool { !mayHaveArrived && exchange == nil }

    /// Returns whether it is a capture of this amount with this fee.
    func captures(_ amount: Int64?, _ applicationFee: Int64?) -> Bool {
        if case .capture(_, amount, applicationFee) = request { true } else { false }
    }

    /// Returns whether a captured intent has the fee that it asks for, if it asks for one.
    func asks(feeOf captured: IntentFacts) -> Bool {
        guard case .capture(_, _, let fee?) = request else { return true }
        return captured.applicationFee ?? 0 == fee
    }

    /// Returns whether it is an increment to this total.
    func increments(to total: Int64) -> Bool { if case .increment(_, total) = request { true } else { false } }

    /// The exchange in progress.
    var exchange: Serial? {
        switch stage {
        case .sent(let serial), .asked(let serial): serial
        case .recording, .pausedBeforeSend, .pausedBeforeAsk: nil
        }
    }

    /// Whether it awaits the answer to a query.
    var isAsking: Bool { if case .asked = stage { true } else { false } }
}
