public import TenderModel
public import TenderSale

/// A person who may sign in at a register, without any credentials: PINs are checked beforehand.
public struct RegisterPerson: Hashable, Sendable, Identifiable {
    /// The id that events name.
    public let id: String
    /// The person's name.
    public let name: String
    /// The person's role.
    public let role: Role

    /// Creates a person.
    public init(id: String, name: String, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }

    /// Extracts what a register needs of a cashier, or returns `nil` for one who may not sign in.
    public init?(_ cashier: Cashier) {
        guard cashier.isActive else { return nil }
        self.init(id: cashier.id, name: cashier.name, role: cashier.role)
    }
}

/// The setup of a register; only what head office publishes takes its place while it runs.
public struct RegisterSetup: Hashable, Sendable {
    /// The goods; their currency is the till's.
    public let catalogue: Catalogue
    /// The people who may sign in.
    public let people: [RegisterPerson]
    /// The permissions of each role.
    public let permissions: Permissions
    /// The rounding of cash.
    public let cashRounding: CashRounding
    /// The counting difference above which a reason is requested; `nil` requests it for any difference.
    public let largestDifference: Amount?
    /// The shop's own reasons, in place of the built-in ones.
    public let reasons: [Permission: [ReasonCode]]
    /// The till's name, unique in the shop, with which every id it assigns begins.
    public let lane: String
    /// The constant part of every receipt; the time and the cashier are filled in.
    public let receipts: ReceiptContext
    /// The name of payments that no reader takes.
    public let externalName: String
    /// The tips that a customer may choose from; `nil` offers none.
    public let tips: TippingRules?

    /// Creates a setup.
    public init(
        catalogue: Catalogue, people: [RegisterPerson], permissions: Permissions = Permissions(),
        cashRounding: CashRounding = .none, largestDifference: Amount? = nil,
        reasons: [Permission: [ReasonCode]] = [:], lane: String, receipts: ReceiptContext,
        externalName: String = "external", tips: TippingRules? = nil
    ) {
        self.tips = tips
        self.catalogue = catalogue
        self.people = people
        self.permissions = permissions
        self.cashRounding = cashRounding
        self.largestDifference = largestDifference
        self.reasons = reasons
        self.lane = lane
        self.receipts = receipts
        self.externalName = externalName
    }

    /// Returns the reasons to choose from.
    func reasons(for permission: Permission) -> [ReasonCode] {
        reasons[permission] ?? ReasonCode.choices(for: permission)
    }

    func person(_ id: String) -> RegisterPerson? { people.first { $0.id == id } }
}
