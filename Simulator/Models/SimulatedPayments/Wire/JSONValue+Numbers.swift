extension JSONValue {
    /// A copy without anything that could be found out from its hash: of the numbers of cards, accounts and people only
    /// the end, and no codes.
    var withoutNumbers: JSONValue { holdsNumbers ? shortened : self }

    private static let numbers: Set = ["number", "iban", "account_number", "id_number"]
    private static let codes: Set = ["cvc", "ssn_last_4"]

    private var holdsNumbers: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.holdsNumbers)
        case .object(let members):
            members.contains { name, value in
                Self.numbers.contains(name) || Self.codes.contains(name) || value.holdsNumbers
            }
        case .null, .bool, .integer, .string: false
        }
    }

    private var shortened: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.shortened))
        case .object(let members):
            return .object(
                members.reduce(into: [:]) { kept, member in
                    kept[member.key] =
                        if Self.codes.contains(member.key) {
                            .bool(true)
                        } else if Self.numbers.contains(member.key) {
                            .string(String((member.value.text ?? "").suffix(4)))
                        } else {
                            member.value.shortened
                        }
                })
        case .null, .bool, .integer, .string: return self
        }
    }
}
