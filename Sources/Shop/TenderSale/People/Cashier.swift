public import TenderBytes
public import TenderCrypto

/// A person who works at the till.
public struct Cashier: Hashable, Sendable, Codable, Identifiable {
    /// The id that events name; it is never reused for another person.
    public let id: String
    /// The person's name.
    public var name: String
    /// The person's role.
    public var role: Role
    /// The stored hash of the PIN.
    public var pin: PINHash
    /// Whether the person may sign in.
    public var isActive: Bool

    /// Creates a cashier.
    public init(id: String, name: String, role: Role = .cashier, pin: PINHash, isActive: Bool = true) {
        self.id = id
        self.name = name
        self.role = role
        self.pin = pin
        self.isActive = isActive
    }
}

/// The rules for a PIN.
public enum PINRules {
    /// The allowed number of digits.
    public static let digits = 4...12

    /// The reason that a new PIN is refused.
    public enum Refusal: Error, Hashable, Sendable {
        /// It has too few or too many characters.
        case wrongLength
        /// It has characters other than digits.
        case notDigits
        /// All digits are equal, or they count up or down by one: what anybody tries first.
        case tooSimple
    }

    /// Returns the reason that a new PIN is refused; `nil` when it is accepted.
    public static func refusal(of pin: SecretBytes) -> Refusal? {
        guard digits.contains(pin.count) else { return .wrongLength }
        return pin.withUnsafeBytes { bytes in
            guard bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return .notDigits }
            let steps = Set(zip(bytes, bytes.dropFirst()).map { Int($1) - Int($0) })
            return steps.count == 1 && steps.isSubset(of: [-1, 0, 1]) ? .tooSimple : nil
        }
    }
}
