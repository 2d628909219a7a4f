/// What somebody is at the till.
public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
    /// Sells.
    case cashier
    /// Answers for what a cashier may not do alone.
    case manager
}

/// Who may do what.
public struct Permissions: Hashable, Sendable, Codable {
    private let cashier: Set<Permission>
    /// The highest discount that a cashier may give without a manager.
    public let discountLimit: Percentage

    /// What cashiers may do unless the shop says otherwise: sell, correct what they rang up, and count their drawer.
    public static let usual: Set<Permission> = [
        .voidLine, .cancelTicket, .discount, .payIn, .reprint, .openShift, .closeShift, .train,
    ]

    /// Makes the table of a shop.
    ///
    /// - Parameter cashier: what a cashier may do; without what is a manager's in every shop.
    public init(cashier: Set<Permission> = Self.usual, discountLimit: Percentage = .zero) {
        self.cashier = cashier.subtracting(Self.alwaysManagers)
        self.discountLimit = discountLimit
    }

    /// What is a manager's in every shop: it takes the risk of a charge that nobody can prove, or changes who may do what.
    public static let alwaysManagers: Set<Permission> = [.acceptUnknown, .discountAboveLimit, .managePeople]

    /// Whether a role may do something by itself.
    public func allows(_ role: Role, _ permission: Permission) -> Bool {
        switch role {
        case .manager: true
        case .cashier: cashier.contains(permission)
        }
    }

    /// What a discount takes.
    public func needed(forDiscount discount: Percentage) -> Permission {
        discount.thousandths > discountLimit.thousandths ? .discountAboveLimit : .discount
    }

    /// Reads a table; what is a manager's in every shop stays theirs, whatever it says.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            cashier: Set(try container.decode([Permission].self, forKey: .cashier)),
            discountLimit: try container.decode(Percentage.self, forKey: .discountLimit))
    }

    /// Writes the table, in the order of the permissions' declaration.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Permission.allCases.filter(cashier.contains), forKey: .cashier)
        try container.encode(discountLimit, forKey: .discountLimit)
    }

    private enum CodingKeys: String, CodingKey {
        case cashier
        case discountLimit = "discount_limit"
    }
}
