/// A detector that distinguishes a scanner, which types faster than people and ends with Enter, from a person.
///
/// Fast characters are held back until it is clear what they are, at most for `longestGap`. It has no clock: each call
/// passes the time, in milliseconds of any steady clock.
public struct ScanDetector: Hashable, Sendable {
    /// The longest gap between two characters of a scan, in milliseconds; no person types a whole code that fast.
    public static let longestGap: UInt64 = 30
    /// The fewest characters of a scan: fewer may be two keys hit at once.
    public static let fewestCharacters = 6
    /// The most characters of a scan; no shop's code is longer.
    public static let mostCharacters = 512
    /// The time after fast characters in which Enter still counts as fast, in milliseconds: slow scanners send it late.
    public static let enterGuard: UInt64 = 300

    /// The number of fast characters in a row that cannot be a slip of a finger.
    private static let burst = 3

    private var held: [Character] = []
    private var lastTime: UInt64 = 0
    private var lastFastTime: UInt64?

    /// Creates a detector with nothing typed.
    public init() {}

    /// The time until which characters are held back, at which to call `elapsed`; `nil` when none are.
    public var deadline: UInt64? { held.isEmpty ? nil : Self.later(lastTime, Self.longestGap) }

    /// Handles a key, and returns what is to be handled now.
    public mutating func handle(_ key: Key, at time: UInt64) -> [ConsoleEvent] {
        let isNear = !held.isEmpty && Self.isWithin(Self.longestGap, from: lastTime, to: time)
        var output = isNear ? [] : release()
        if case .character(let character) = key {
            held.append(character)
            if held.count >= Self.burst { lastFastTime = time }
            lastTime = time
            // A book fell on the keyboard, or something is being pasted.
            if held.count > Self.mostCharacters { output += release() }
            return output
        }
        if key == .enter, isNear, held.count >= Self.fewestCharacters {
            let code = String(held)
            held = []
            lastFastTime = time
            return [.scanned(code)]
        }
        output += release()
        return output + [.key(key, isFast: key == .enter ? isGuarded(at: time) || isNear : isNear)]
    }

    /// Reports that time passed, and returns the characters that turned out to be typed.
    public mutating func elapsed(at time: UInt64) -> [ConsoleEvent] {
        guard let deadline, time >= deadline else { return [] }
        return release()
    }

    /// Releases the held characters: a single one was typed; several together are fast.
    private mutating func release() -> [ConsoleEvent] {
        let characters = held
        held = []
        return characters.map { .key(.character($0), isFast: characters.count > 1) }
    }

    private func isGuarded(at time: UInt64) -> Bool {
        lastFastTime.map { Self.isWithin(Self.enterGuard, from: $0, to: time) } ?? false
    }

    /// Treats a clock that went back as no time at all.
    private static func isWithin(_ span: UInt64, from start: UInt64, to end: UInt64) -> Bool {
        end <= start || end - start <= span
    }

    private static func later(_ time: UInt64, _ span: UInt64) -> UInt64 {
        let (sum, overflow) = time.addingReportingOverflow(span)
        return overflow ? .max : sum
    }
}
