extension JSONValue {
    /// A copy without anything that could be found out from its hash: of the numbers of cards, accounts and people only
    /// the end, and no codes.
    var withoutNumbers: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.withoutNumbers))
        case .object(let members):
            return .object(
                members.reduce(into: [:]) { kept, member in
                    switch member.key {
                    case "cvc", "ssn_last_4": kept[member.key] = .bool(true)
                    case "number", "iban", "account_number", "id_number":
                        kept[member.key] = .string(String((member.value.text ?? "").suffix(4)))
                    default: kept[member.key] = member.value.withoutNumbers
                    }
                })
        case .null, .bool, .integer, .string: return self
        }
    }
}
