public import TenderModel

/// What a connected account must still provide before it can be paid.
public struct AccountRequirements: Hashable, Sendable, Codable {
    /// The fields needed now, by the API's names.
    @DefaultIfAbsent public var currentlyDue: [String]
    /// The fields that will be needed eventually.
    @DefaultIfAbsent public var eventuallyDue: [String]
    /// The fields that are overdue.
    @DefaultIfAbsent public var pastDue: [String]
    /// The fields under verification.
    @DefaultIfAbsent public var pendingVerification: [String]
    /// Why capabilities are disabled; nil when none are.
    public var disabledReason: String?

    /// Creates requirements, by default none.
    public init(
        currentlyDue: [String] = [], eventuallyDue: [String] = [], pastDue: [String] = [],
        pendingVerification: [String] = [], disabledReason: String? = nil
    ) {
        self.currentlyDue = currentlyDue
        self.eventuallyDue = eventuallyDue
        self.pastDue = pastDue
        self.pendingVerification = pendingVerification
        self.disabledReason = disabledReason
    }

    private enum CodingKeys: String, CodingKey {
        case currentlyDue = "currently_due"
        case eventuallyDue = "eventually_due"
        case pastDue = "past_due"
        case pendingVerification = "pending_verification"
        case disabledReason = "disabled_reason"
    }
}
