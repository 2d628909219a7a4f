/// Keys that come while a PIN is compared, and until what it allows is written: they wait for the page that they are for.
extension Till {
    /// Whether nobody knows yet what the next key is for.
    private var awaitsAnswer: Bool {
        guard !isInDoubt else { return false }
        return pin?.isChecking == true || (register.isRecording && (isPINAnswered || !typedAhead.isEmpty))
    }

    /// Keeps a key for later; false when it can be taken now.
    mutating func isKept(_ key: Key, isFast: Bool) -> Bool {
        guard awaitsAnswer else { return false }
        if key == .escape {
            dropTypedAhead()
        } else if !typedAhead.append(key, isFast: isFast) {
            show(.warning, PageText.notTaken)
        }
        return true
    }

    /// Takes what waited, one key after the other, as long as the till knows what they are for.
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

    /// Forgets what waited, and tells.
    private mutating func dropTypedAhead() {
        guard !typedAhead.isEmpty else { return }
        typedAhead.clear()
        show(.warning, PageText.typedAheadDropped)
    }
}
