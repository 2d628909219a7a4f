import TenderBytes
import TenderSale

/// A PIN while it is typed.
struct PINEntry: Hashable, Sendable {
    let personID: String
    let purpose: PINAttempt.Purpose
    /// Whether the PIN is being verified.
    var isChecking = false
    private(set) var digits = SecretBytes([])

    init(personID: String, purpose: PINAttempt.Purpose) {
        self.personID = personID
        self.purpose = purpose
    }

    var count: Int { digits.count }
    var attempt: PINAttempt { PINAttempt(personID: personID, purpose: purpose, pin: digits) }

    mutating func append(_ character: Character) {
        guard let byte = character.asciiValue, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte),
            count < PINRules.digits.upperBound
        else { return }
        let length = count + 1
        digits = digits.withUnsafeBytes { old in
            withUnsafeTemporaryAllocation(byteCount: length, alignment: 1) { room in
                room.copyBytes(from: old)
                room[length - 1] = byte
                defer { room.withMemoryRebound(to: UInt8.self) { $0.update(repeating: 0) } }
                return SecretBytes(room)
            }
        }
    }

    mutating func clear() { digits = SecretBytes([]) }

    /// Hashes the person's id, and nothing of the PIN.
    func hash(into hasher: inout Hasher) {
        hasher.combine(personID)
        hasher.combine(count)
    }
}
