public import TenderBytes

extension SimulatedCard {
    /// Finds a card by its name, ignoring case.
    ///
    /// - Throws: An error that lists the names.
    public static func named(_ name: String) throws(SimulatedCardError) -> SimulatedCard {
        // The exact name is the common case; otherwise every name is compared in lower case.
        if let card = all.first(where: { $0.name == name }) { return card }
        let wanted = name.lowercased()
        guard let card = all.first(where: { $0.name.lowercased() == wanted }) else { throw .unknownName(name) }
        return card
    }

    /// Finds a card by its number in ASCII digits, or returns `nil` if no card has it.
    public static func numbered(_ number: SecretBytes) -> SimulatedCard? {
        all.first { $0.number == number }
    }
}

/// The reason that there is no such card.
public enum SimulatedCardError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No card has this name.
    case unknownName(String)

    /// A sentence that lists the names; repeats the requested one only if it cannot be a card number.
    public var description: String {
        switch self {
        case .unknownName(let name):
            let isHarmless = name.count <= 64 && name.allSatisfy { $0.isASCII && $0.isLetter }
            let asked = isHarmless ? "no simulated card is called '\(name)'" : "no simulated card has that name"
            return "\(asked); there are \(SimulatedCard.all.map(\.name).joined(separator: ", "))"
        }
    }
}
