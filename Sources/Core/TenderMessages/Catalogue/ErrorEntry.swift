public import TenderModel

/// What the catalogue says about one code.
public struct ErrorEntry: Hashable, Sendable {
    /// A code of the field's SDK.
    public struct SDKCode: Hashable, Sendable, Codable {
        /// Its number.
        public var number: Int
        /// Its name.
        public var name: String
    }

    /// The code.
    public var code: ErrorCode
    /// The phases in which it occurs; empty where it can be any, or none of a payment's.
    public var phases: [TenderError.Phase]
    /// What to do as a rule; an error's own advice goes before it.
    public var advice: RetryAdvice
    /// Who must act.
    public var actor: ErrorActor
    /// The SDK's code for the same cause; `nil` if the SDK has none.
    public var sdk: SDKCode?
    /// The sentence for the cashier.
    public var message: CashierMessage

    init(
        _ code: ErrorCode, _ sdk: SDKCode?, _ phases: [TenderError.Phase], _ advice: RetryAdvice, _ actor: ErrorActor,
        _ message: CashierMessage
    ) {
        self.code = code
        self.sdk = sdk
        self.phases = phases
        self.advice = advice
        self.actor = actor
        self.message = message
    }
}
