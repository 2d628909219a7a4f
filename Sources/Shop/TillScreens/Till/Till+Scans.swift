import TenderSale

/// Scans: one that sells nothing rings the bell, and stays in sight until a person has seen it.
extension Till {
    /// The most that are kept; further ones are only counted.
    static let mostUnsold = 200

    /// Handles a scan, which never answers a question, and is reported rather than lost.
    mutating func scan(_ code: String) -> [TillAction] {
        if let reason = whyNothingIsSold { return notSold(code, reason) }
        return forward(.scanned(code))
    }

    mutating func sell(scanned code: String, _ quantity: Quantity) -> [TillAction] {
        if let reason = whyNothingIsSold { return notSold(code, reason) }
        return tell(.scanned(code, quantity))
    }

    private var whyNothingIsSold: Translation? {
        if console.isTooSmall { return PageText.scanWhileSmall }
        if isLocked { return PageText.scanWhileLocked }
        if page == .signIn || page == .starting { return PageText.scanWhileClosed }
        if console.question != nil || question != nil || pin != nil { return PageText.scanWhileAsked }
        if charge != nil { return PageText.scanWhileCharging }
        if case .count = page { return PageText.scanWhileCounting }
        return nil
    }

    /// Collects keys as fast as a scan while a question is open: they answer nothing, and are reported too.
    mutating func collectFast(_ key: Key) -> [TillAction] {
        switch key {
        case .character(let character):
            if fastCharacters.count < LineEditor.longest { fastCharacters.append(character) }
            return []
        case .enter where !fastCharacters.isEmpty:
            defer { fastCharacters = "" }
            return notSold(fastCharacters, whyNothingIsSold ?? PageText.scanWhileAsked)
        default: return []
        }
    }

    mutating func notSold(_ code: String, _ reason: Translation) -> [TillAction] {
        // It may be somebody's PIN.
        let code = pin != nil || isLocked ? String(repeating: "*", count: code.count) : code
        if unsold.count < Self.mostUnsold {
            unsold.append(UnsoldScan(code: code, reason: reason.text(language)))
        } else {
            furtherUnsold += furtherUnsold == .max ? 0 : 1
        }
        return [.screen(.bell)]
    }

    /// Acknowledges the scans that are shown; returns false when there were none.
    mutating func acknowledgeScans() -> Bool {
        guard !unsold.isEmpty, !isCatchingUp else { return false }
        unsold.removeFirst(min(unsold.count, shownUnsold))
        if unsold.isEmpty { furtherUnsold = 0 }
        return true
    }

    /// The number of scans that fit above the page.
    var shownUnsold: Int {
        let height = TillLayout(console.size).body.height
        return min(unsold.count, height >= 12 ? 3 : 1)
    }
}
