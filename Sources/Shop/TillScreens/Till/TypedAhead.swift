/// The keys typed before the till could tell what they are for; they are never shown, since they may be a PIN.
struct TypedAhead: Hashable, Sendable, CustomReflectable, CustomStringConvertible, CustomDebugStringConvertible {
    /// More keys than anybody types while a PIN is verified.
    static let most = 200

    private var keys: [Pressed] = []

    private struct Pressed: Hashable {
        let key: Key
        let isFast: Bool
    }

    var isEmpty: Bool { keys.isEmpty }

    /// Keeps a key; returns false when there is no room.
    mutating func append(_ key: Key, isFast: Bool) -> Bool {
        guard keys.count < Self.most else { return false }
        keys.append(Pressed(key: key, isFast: isFast))
        return true
    }

    mutating func next() -> (key: Key, isFast: Bool)? {
        guard !keys.isEmpty else { return nil }
        let first = keys.removeFirst()
        return (first.key, first.isFast)
    }

    mutating func clear() { keys = [] }

    var description: String { "(\(keys.count) keys)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
