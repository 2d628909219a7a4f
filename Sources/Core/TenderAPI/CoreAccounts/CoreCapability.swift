public import TenderModel

/// The state of something that an account of version 2 of the API asked to be able to do.
public struct CoreCapability: Hashable, Sendable, Codable {
    /// Whether it can be done.
    public enum Status: OpenEnum {
        /// `active`.
        case active
        /// `pending`.
        case pending
        /// `restricted`: something must still be provided.
        case restricted
        /// `unsupported`.
        case unsupported
        /// A value that this version cannot name, such as `rejected`.
        case unknown(String)

        /// The named cases.
        public static let known: [Status] = [.active, .pending, .restricted, .unsupported]

        /// The API's string.
        public var rawValue: String {
            switch self {
            case .active: "active"
            case .pending: "pending"
            case .restricted: "restricted"
            case .unsupported: "unsupported"
            case .unknown(let value): value
            }
        }
    }

    /// Why it cannot be done.
    public struct Detail: Hashable, Sendable, Codable {
        /// The reason, such as `requirements_past_due`.
        public var code: String
        /// What helps, such as `provide_info`.
        public var resolution: String?
    }

    /// Whether it can be done.
    public var status: Status
    /// Why not.
    @DefaultIfAbsent public var details: [Detail]

    enum CodingKeys: String, CodingKey {
        case status
        case details = "status_details"
    }
}

/// The states of all that one configuration of an account asked to be able to do.
public struct CoreCapabilities: Hashable, Sendable, Codable {
    /// The states by the API's names, such as `card_payments` and `stripe_balance.stripe_transfers`.
    public private(set) var states: [String: CoreCapability]

    /// The state under one of the API's names; `nil` if it was not asked for.
    public subscript(_ name: String) -> CoreCapability? { states[name] }

    /// A state, or a group of them.
    private enum Member: Codable {
        case state(CoreCapability)
        case group([String: CoreCapability])

        private enum CodingKeys: String, CodingKey { case status }

        init(from decoder: any Decoder) throws {
            let isState = try decoder.container(keyedBy: CodingKeys.self).contains(.status)
            self =
                isState
                ? .state(try CoreCapability(from: decoder))
                : .group(
                    try decoder.singleValueContainer().decode([String: CoreCapability?].self).compactMapValues(\.self))
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .state(let state): try state.encode(to: encoder)
            case .group(let states): try states.encode(to: encoder)
            }
        }
    }

    /// Reads the API's object, with or without groups.
    public init(from decoder: any Decoder) throws {
        states = [:]
        for (name, member) in try decoder.singleValueContainer().decode([String: Member?].self) {
            switch member {
            case nil: break
            case .state(let state)?: states[name] = state
            case .group(let group)?: for (rest, state) in group { states["\(name).\(rest)"] = state }
            }
        }
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var members: [String: Member] = [:]
        for (name, state) in states {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                members[name] = .state(state)
                continue
            }
            var group: [String: CoreCapability] = [:]
            if case .group(let known)? = members[parts[0]] { group = known }
            group[parts[1]] = state
            members[parts[0]] = .group(group)
        }
        var container = encoder.singleValueContainer()
        try container.encode(members)
    }
}
