import TenderModel

/// One keyed request, followed until its fate is known: record, send, send again, ask.
///
/// It is a machine of its own: what happens to the request changes it and leads to the next step. The payment machine
/// carries the step out, with its serials, records and timers.
public struct Pursuit: Hashable, Sendable, Codable {
    /// What it is waiting for.
    public enum Stage: Hashable, Sendable, Codable {
        /// The record that it is about to leave.
        case recording(Serial)
        /// The answer to the request.
        case sent(Serial)
        /// The pause before it is sent again.
        case pausedBeforeSend
        /// The answer to a question about the intent.
        case asked(Serial)
        /// The pause before the next question.
        case pausedBeforeAsk
    }

    /// The request: the same key and body each time, until the key is used up without effect.
    public internal(set) var request: PaymentRequest
    /// What it is waiting for.
    public internal(set) var stage: Stage
    /// How often it left.
    public internal(set) var sends = 0
    /// Whether it left at all, under this key or an earlier one.
    public internal(set) var hasLeft = false
    /// How often the gateway was asked about it in a row.
    public internal(set) var asks = 0
    /// Whether a send has an unknown fate: only then can the intent have changed unseen.
    public internal(set) var mayHaveArrived = false
    /// Whether a request under an earlier key, which is given up, may still arrive.
    public internal(set) var olderMayArrive = false
    /// Whether the gateway has stored an answer that settles nothing: the same key would only bring it again.
    public internal(set) var isKeyUsedUp = false
    /// The first serial of this pursuit: an answer to an older one belongs to something else.
    public let firstSerial: Serial
    /// The serial of the last send: an answer to a newer one belongs to a question.
    var lastSend: Serial?

    init(_ request: PaymentRequest, recording serial: Serial) {
        self.request = request
        stage = .recording(serial)
        firstSerial = serial
    }

    /// The amount that a capture asks for, when it asks for one.
    var captureAmount: Int64? {
        if case .capture(_, let amount) = request { amount } else { nil }
    }

    /// The question that tells what became of it.
    var question: PaymentRequest {
        if case .refund(let key) = request { .findRefund(key) } else { .retrieve }
    }

    /// Whether an answer with this serial may belong to one of the sends.
    func hasSent(_ serial: Serial) -> Bool { firstSerial < serial && serial <= lastSend ?? firstSerial }

    /// Whether the gateway has certainly not executed it: nothing left, or all of it came back unexecuted.
    var isCertainlyNotExecuted: Bool { !mayHaveArrived && exchange == nil }

    /// Whether it is a capture of this amount.
    func captures(_ amount: Int64?) -> Bool {
        if case .capture(_, amount) = request { true } else { false }
    }

    /// The exchange that is under way.
    var exchange: Serial? {
        switch stage {
        case .sent(let serial), .asked(let serial): serial
        case .recording, .pausedBeforeSend, .pausedBeforeAsk: nil
        }
    }

    /// Whether the answer to a question is awaited.
    var isAsking: Bool { if case .asked = stage { true } else { false } }
}
