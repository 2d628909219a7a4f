/// One attempt to tell a webhook endpoint of an event: what is posted, and where.
public struct WebhookDelivery: Hashable, Sendable {
    /// By this the outcome is handed back.
    public let id: String
    /// Where it goes.
    public let url: String
    /// The headers of the request, the signature among them.
    public let headers: [APIResponse.Header]
    /// The event, byte for byte as it is signed.
    public let body: [UInt8]
}

/// What became of an attempt.
public enum WebhookOutcome: Hashable, Sendable {
    /// The endpoint answered with this status; 200 to 299 takes the event.
    case answered(Int)
    /// No answer came: it is sent again later.
    case failed
    /// It was not sent and never will be, for a reason in words for people.
    case refused(reason: String)

    /// The HTTP status of the answer; 0 when none came.
    var status: Int {
        guard case .answered(let status) = self else { return 0 }
        return status
    }

    var isTaken: Bool {
        guard case .answered(let status) = self else { return false }
        return (200..<300).contains(status)
    }
}
