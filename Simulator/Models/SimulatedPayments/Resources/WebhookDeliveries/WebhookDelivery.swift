/// One attempt to deliver an event to a webhook endpoint: the request, and its address.
public struct WebhookDelivery: Hashable, Sendable {
    /// The id with which the result is reported.
    public let id: String
    /// The address.
    public let url: String
    /// The headers of the request, including the signature.
    public let headers: [APIResponse.Header]
    /// The event, byte for byte as it is signed.
    public let body: [UInt8]
}

/// The result of an attempt.
public enum WebhookOutcome: Hashable, Sendable {
    /// The endpoint answered with this status; 200 to 299 accepts the event.
    case answered(Int)
    /// There was no answer: it is sent again later.
    case failed
    /// It was not sent and never will be, for a reason in words for people.
    case refused(reason: String)

    /// The HTTP status of the answer; 0 without one.
    var status: Int {
        guard case .answered(let status) = self else { return 0 }
        return status
    }

    var isTaken: Bool {
        guard case .answered(let status) = self else { return false }
        return (200..<300).contains(status)
    }
}
