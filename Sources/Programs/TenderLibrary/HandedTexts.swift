import Glibc
import TenderBytes

/// The texts that callers hold: one that is given back twice is noticed, and not freed twice.
final class HandedTexts: Sendable {
    private let addresses = Guarded<Set<UInt>>([])

    /// Copies a text for a caller, with a NUL at its end; `nil` if there is no memory.
    func handOut(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        guard let text = malloc(bytes.count + 1) else { return nil }
        UnsafeMutableRawBufferPointer(start: text, count: bytes.count).copyBytes(from: bytes)
        text.storeBytes(of: 0, toByteOffset: bytes.count, as: CChar.self)
        let address = UInt(bitPattern: text)
        _ = addresses.withLock { $0.insert(address) }
        return text.assumingMemoryBound(to: CChar.self)
    }

    /// Frees a text; returns whether a caller held it.
    func takeBack(_ text: UnsafeMutablePointer<CChar>) -> Bool {
        let address = UInt(bitPattern: text)
        guard addresses.withLock({ $0.remove(address) }) != nil else { return false }
        free(text)
        return true
    }
}
