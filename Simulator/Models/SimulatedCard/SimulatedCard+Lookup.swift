public import TenderBytes

extension SimulatedCard {
    /// Finds a card by its name in either case.
    ///
    /// - Throws: an error that lists the names.
    public static func named(_ name: String) throws(SimulatedCardError) -> SimulatedCard {
        // Who knows the name has it as it is written: others need every name in lower case.
        if let card = all.first(where: { $0.name == name }) { return card }
        let wanted = name.lowercased()
        guard let card = all.first(where: { $0.name.lowercased() == wanted }) else { throw .unknownName(name) }
        return card
    }

    /// Finds a card by its number, given as ASCII digits; `nil` for a number that no card has.
    public static func numbered(_ number: SecretBytes) -> SimulatedCard? {
        all.first { $0.number == number }
    }
}

/// Why there is no such card.
public enum SimulatedCardError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No card has this name.
    case unknownName(String)

    /// A sentence that lists the names; what was asked for is repeated only when it cannot be a card number.
    public var description: String {
        switch self {
        case .unknownName(let name):
            let isHarmless = name.count <= 64 && name.allSatisfy { $0.isASCII && $0.isLetter }
            let asked = isHarmless ? "no simulated card is called '\(name)'" : "no simulated card has that name"
            return "\(asked); there are \(SimulatedCard.all.map(\.name).joined(separator: ", "))"
        }
    }
}
