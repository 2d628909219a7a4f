public import TenderModel
public import TenderSale

/// Somebody who may sign in at a register, without anything that proves it: PINs are checked before.
public struct RegisterPerson: Hashable, Sendable, Identifiable {
    /// The id that events name.
    public let id: String
    /// What people call them.
    public let name: String
    /// What they are.
    public let role: Role

    /// Describes somebody.
    public init(id: String, name: String, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }

    /// Takes from what the shop keeps of somebody what a register needs; nil for one who may not sign in.
    public init?(_ cashier: Cashier) {
        guard cashier.isActive else { return nil }
        self.init(id: cashier.id, name: cashier.name, role: cashier.role)
    }
}

/// What a register is given once, and what does not change while it runs.
public struct RegisterSetup: Hashable, Sendable {
    /// What is sold; its currency is the till's.
    public let catalogue: Catalogue
    /// Who may sign in.
    public let people: [RegisterPerson]
    /// Who may do what.
    public let permissions: Permissions
    /// To what cash is rounded.
    public let cashRounding: CashRounding
    /// The difference of a count above which its reason is asked for; nil for any difference without one.
    public let largestDifference: Amount?
    /// The shop's own reasons, in place of the usual ones.
    public let reasons: [Permission: [ReasonCode]]
    /// The till's name, which begins every id it gives; no two tills of a shop share one.
    public let lane: String
    /// What stands on every receipt; the time and the cashier are filled in.
    public let receipts: ReceiptContext
    /// What a payment that no reader takes is called.
    public let externalName: String

    /// Describes a till.
    public init(
        catalogue: Catalogue, people: [RegisterPerson], permissions: Permissions = Permissions(),
        cashRounding: CashRounding = .none, largestDifference: Amount? = nil,
        reasons: [Permission: [ReasonCode]] = [:], lane: String, receipts: ReceiptContext,
        externalName: String = "external"
    ) {
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

    /// The reasons to choose from.
    func reasons(for permission: Permission) -> [ReasonCode] {
        reasons[permission] ?? ReasonCode.choices(for: permission)
    }

    func person(_ id: String) -> RegisterPerson? { people.first { $0.id == id } }
}
