/// Keys that come while a PIN is verified, and until what it allows is written: they wait for the page that they are
/// meant for.
extension Till {
    /// Whether it is still unknown what the next key is for.
    private var awaitsAnswer: Bool {
        guard !isInDoubt else { return false }
        return pin?.isChecking == true || (register.isRecording && (isPINAnswered || !typedAhead.isEmpty))
    }

    /// Holds a key for later; returns false when it can be handled now.
    mutating func isKept(_ key: Key, isFast: Bool) -> Bool {
        guard awaitsAnswer else { return false }
        if key == .escape {
            dropTypedAhead()
        } else if !typedAhead.append(key, isFast: isFast) {
            show(.warning, PageText.notTaken)
        }
        return true
    }

    /// Handles the held keys one after the other, as long as the till knows what they are for.
    mutating func takeTypedAhead() -> [TillAction] {
        if !register.isRecording { isPINAnswered = false }
        var actions: [TillAction] = []
        while !awaitsAnswer, let next = typedAhead.next() {
            isCatchingUp = true
            actions += take(next.key, isFast: next.isFast)
            isCatchingUp = false
        }
        return actions
    }

    /// Drops the held keys, and reports it.
    private mutating func dropTypedAhead() {
        guard !typedAhead.isEmpty else { return }
        typedAhead.clear()
        show(.warning, PageText.typedAheadDropped)
    }
}
