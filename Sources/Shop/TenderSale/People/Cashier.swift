public import TenderBytes
public import TenderCrypto

/// Somebody who works at the till.
public struct Cashier: Hashable, Sendable, Codable, Identifiable {
    /// The id that events name; it never becomes another person's.
    public let id: String
    /// What people call them.
    public var name: String
    /// What they are.
    public var role: Role
    /// What is kept of the PIN.
    public var pin: PINHash
    /// Whether they may sign in.
    public var isActive: Bool

    /// Describes somebody.
    public init(id: String, name: String, role: Role = .cashier, pin: PINHash, isActive: Bool = true) {
        self.id = id
        self.name = name
        self.role = role
        self.pin = pin
        self.isActive = isActive
    }
}

/// What a PIN must be.
public enum PINRules {
    /// How many digits it may have.
    public static let digits = 4...12

    /// Why a new PIN is refused.
    public enum Refusal: Error, Hashable, Sendable {
        /// It has too few or too many characters.
        case wrongLength
        /// It has something else than digits.
        case notDigits
        /// All digits are the same, or they count up or down by one: the first that anybody tries.
        case tooSimple
    }

    /// Why a new PIN is refused; nil when it is taken.
    public static func refusal(of pin: SecretBytes) -> Refusal? {
        guard digits.contains(pin.count) else { return .wrongLength }
        return pin.withUnsafeBytes { bytes in
            guard bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return .notDigits }
            let steps = Set(zip(bytes, bytes.dropFirst()).map { Int($1) - Int($0) })
            return steps.count == 1 && steps.isSubset(of: [-1, 0, 1]) ? .tooSimple : nil
        }
    }
}
