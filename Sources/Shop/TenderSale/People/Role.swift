/// The role of a person at the till.
public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
    /// A person who sells.
    case cashier
    /// A person who answers for what a cashier may not do alone.
    case manager
}

/// The permissions of each role.
public struct Permissions: Hashable, Sendable, Codable {
    private let cashier: Set<Permission>
    /// The highest discount that a cashier may give without a manager.
    public let discountLimit: Percentage

    /// The default permissions of cashiers: sell, correct what they rang up, and count their drawer.
    public static let usual: Set<Permission> = [
        .voidLine, .cancelTicket, .discount, .payIn, .reprint, .openShift, .closeShift, .train,
    ]

    /// Creates the table of a shop.
    ///
    /// - Parameter cashier: The permissions of cashiers; those in `alwaysManagers` are left out.
    public init(cashier: Set<Permission> = Self.usual, discountLimit: Percentage = .zero) {
        self.cashier = cashier.subtracting(Self.alwaysManagers)
        self.discountLimit = discountLimit
    }

    /// The permissions reserved for managers in every shop: they accept the risk of a charge that nobody can prove, or
    /// change who may do what.
    public static let alwaysManagers: Set<Permission> = [.acceptUnknown, .discountAboveLimit, .managePeople]

    /// Returns whether a role has a permission by itself.
    public func allows(_ role: Role, _ permission: Permission) -> Bool {
        switch role {
        case .manager: true
        case .cashier: cashier.contains(permission)
        }
    }

    /// Returns the permission that a discount needs.
    public func needed(forDiscount discount: Percentage) -> Permission {
        discount.thousandths > discountLimit.thousandths ? .discountAboveLimit : .discount
    }

    /// Decodes a table; what is reserved for managers stays theirs, whatever the table says.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            cashier: Set(try container.decode([Permission].self, forKey: .cashier)),
            discountLimit: try container.decode(Percentage.self, forKey: .discountLimit))
    }

    /// Encodes the table, in the order of the permissions' declaration.
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
