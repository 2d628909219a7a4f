/// What a PaymentIntent asks of the issuer and the network of a card at a reader; `nil` leaves the choice to the API.
public struct CardPresentOptions: Hashable, Sendable, Codable {
    /// Which network of a card with two carries the payment.
    public struct Routing: Hashable, Sendable, Codable {
        /// The network that is preferred.
        public var requestedPriority: CardPresentRouting?

        /// Creates a preference.
        public init(requestedPriority: CardPresentRouting? = nil) { self.requestedPriority = requestedPriority }

        private enum CodingKeys: String, CodingKey {
            case requestedPriority = "requested_priority"
        }
    }

    /// When an approval is captured; takes precedence over the intent's own method.
    public var captureMethod: CardPresentCaptureMethod?
    /// Whether the hold is to last longer than usual, where the network has that.
    public var requestExtendedAuthorization: Bool?
    /// Whether the hold is to be one that may be raised later.
    public var requestIncrementalAuthorizationSupport: Bool?
    /// Whether several captures of one hold are asked for.
    public var requestMulticapture: CardPresentRequest?
    /// Whether the issuer may approve less than was asked for.
    public var requestPartialAuthorization: CardPresentRequest?
    /// Whether the hold is to be one that may be authorized again after it lapsed.
    public var requestReauthorization: CardPresentRequest?
    /// Which network carries the payment.
    public var routing: Routing?

    /// Creates options; whatever is left out is not asked for.
    public init(
        captureMethod: CardPresentCaptureMethod? = nil, requestExtendedAuthorization: Bool? = nil,
        requestIncrementalAuthorizationSupport: Bool? = nil, requestMulticapture: CardPresentRequest? = nil,
        requestPartialAuthorization: CardPresentRequest? = nil, requestReauthorization: CardPresentRequest? = nil,
        requestedPriority: CardPresentRouting? = nil
    ) {
        self.captureMethod = captureMethod
        self.requestExtendedAuthorization = requestExtendedAuthorization
        self.requestIncrementalAuthorizationSupport = requestIncrementalAuthorizationSupport
        self.requestMulticapture = requestMulticapture
        self.requestPartialAuthorization = requestPartialAuthorization
        self.requestReauthorization = requestReauthorization
        routing = requestedPriority.map { Routing(requestedPriority: $0) }
    }

    /// The network that is preferred on a card with two.
    public var requestedPriority: CardPresentRouting? { routing?.requestedPriority }

    /// Returns the name of an option that another set has otherwise; `nil` if there is none.
    ///
    /// - Parameter isWhole: Whether what was not asked for must not be there; otherwise it may be anything.
    package func difference(from told: CardPresentOptions, isWhole: Bool) -> String? {
        func differs<Value: Equatable>(_ asked: Value?, _ told: Value?, _ usual: Value? = nil) -> Bool {
            (isWhole || asked != nil) && (asked ?? usual) != (told ?? usual)
        }
        let differing = [
            "capture_method": captureMethod != nil && captureMethod != told.captureMethod,
            "request_extended_authorization": differs(
                requestExtendedAuthorization, told.requestExtendedAuthorization, false),
            "request_incremental_authorization_support": differs(
                requestIncrementalAuthorizationSupport, told.requestIncrementalAuthorizationSupport, false),
            "request_multicapture": differs(requestMulticapture, told.requestMulticapture),
            "request_partial_authorization": differs(requestPartialAuthorization, told.requestPartialAuthorization),
            "request_reauthorization": differs(requestReauthorization, told.requestReauthorization),
            "requested_priority": differs(requestedPriority, told.requestedPriority),
        ]
        return differing.filter(\.value).keys.min()
    }

    private enum CodingKeys: String, CodingKey {
        case routing
        case captureMethod = "capture_method"
        case requestExtendedAuthorization = "request_extended_authorization"
        case requestIncrementalAuthorizationSupport = "request_incremental_authorization_support"
        case requestMulticapture = "request_multicapture"
        case requestPartialAuthorization = "request_partial_authorization"
        case requestReauthorization = "request_reauthorization"
    }
}
