public import TenderModel

/// What an account of version 2 of the API must still provide.
public struct CoreRequirements: Hashable, Sendable, Codable {
    /// Until when something must be provided.
    public struct Deadline: Hashable, Sendable, Codable {
        /// `currently_due`, `eventually_due` or `past_due`.
        public var status: String
    }

    /// What is not possible until a requirement is met.
    public struct Restriction: Hashable, Sendable, Codable {
        /// The capability, such as `card_payments`.
        public var capability: String
        /// The configuration that it belongs to.
        public var configuration: AccountConfiguration
        /// Until when.
        public var deadline: Deadline
    }

    /// The consequences of a requirement.
    public struct Impact: Hashable, Sendable, Codable {
        /// What is not possible until it is met.
        @DefaultIfAbsent public var restrictions: [Restriction]

        enum CodingKeys: String, CodingKey { case restrictions = "restricts_capabilities" }
    }

    /// What a requirement is about.
    public struct Reference: Hashable, Sendable, Codable {
        /// The kind, such as `person`.
        public var type: String
        /// The ID of the object.
        public var resource: String?
    }

    /// Why something is required.
    public struct Reason: Hashable, Sendable, Codable {
        /// The reason, such as `routine_onboarding`.
        public var code: String
    }

    /// One requirement.
    public struct Entry: Hashable, Sendable, Codable {
        /// What is missing, by the API's names, such as `identity.entity_type`.
        public var description: String
        /// Who must act: `user` or `stripe`.
        public var awaitingActionFrom: String?
        /// The consequences.
        public var impact: Impact?
        /// Until when.
        public var minimumDeadline: Deadline?
        /// What it is about; `nil` for the account itself.
        public var reference: Reference?
        /// Why it is required.
        @DefaultIfAbsent public var requestedReasons: [Reason]

        enum CodingKeys: String, CodingKey {
            case description, impact, reference
            case awaitingActionFrom = "awaiting_action_from"
            case minimumDeadline = "minimum_deadline"
            case requestedReasons = "requested_reasons"
        }
    }

    private struct Summary: Hashable, Sendable, Codable {
        var minimumDeadline: Deadline?

        enum CodingKeys: String, CodingKey { case minimumDeadline = "minimum_deadline" }
    }

    /// The requirements.
    @DefaultIfAbsent public var entries: [Entry]
    private var summary: Summary?

    /// The first deadline of all; `nil` if nothing is missing.
    public var minimumDeadline: Deadline? { summary?.minimumDeadline }

    private enum CodingKeys: String, CodingKey { case entries, summary }
}
