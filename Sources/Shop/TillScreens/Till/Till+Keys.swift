import TenderSale

/// The recipients of a key: the console's own questions, a PIN, the register's question, the customer, the page, then
/// the line.
extension Till {
    mutating func press(_ key: Key, isFast: Bool) -> [TillAction] {
        let input = ConsoleEvent.key(key, isFast: isFast)
        if console.isTooSmall || console.question != nil || key == .control("l") { return forward(input) }
        if key == .function(10) || key == .control("c") { return forward(input) }
        return isKept(key, isFast: isFast) ? [] : take(key, isFast: isFast)
    }

    /// Handles a key that is meant for what the screen shows.
    mutating func take(_ key: Key, isFast: Bool) -> [TillAction] {
        let input = ConsoleEvent.key(key, isFast: isFast)
        // The window may have become too small since it was typed.
        if console.isTooSmall || console.question != nil { return forward(input) }
        if pin != nil { return pressInPIN(key, isFast: isFast) }
        if isLocked { return pressWhileLocked(key, isFast: isFast) }
        if question != nil { return pressInQuestion(key, isFast: isFast) }
        if case .help = console.screen, key != .enter || console.editor.isEmpty { return forward(input) }
        if key == .tab, setup.hasCustomer {
            isCustomersTurn.toggle()
            return []
        }
        // Amounts remain the cashier's, as do the function keys.
        if isCustomersTurn, case .character(let character) = key, character.isLetter {
            return isFast ? [] : play(character)
        }
        // A scanner may send a second Enter.
        if console.editor.isEmpty, !isFast, let actions = pressOnPage(key) { return actions }
        if key == .enter, !isFast, let actions = takeLineOnPage(console.editor.text) {
            console.closeHelp()
            return actions
        }
        return forward(input)
    }

    /// Passes an input to the console.
    mutating func forward(_ input: ConsoleEvent) -> [TillAction] {
        console.handle(input).flatMap { action -> [TillAction] in
            switch action {
            case .screen(let action): return [.screen(action)]
            case .scanned(let code, let quantity): return sell(scanned: code, quantity)
            case .perform(let command): return carryOut(command)
            }
        }
    }

    private mutating func play(_ character: Character) -> [TillAction] {
        let letter = String(character).lowercased()
        guard let act = customer?.acts.first(where: { String($0.key) == letter }) else {
            show(.warning, PageText.customerKeys)
            return []
        }
        return [.shop(.customer(act))]
    }

    // MARK: - Questions

    private mutating func pressInPIN(_ key: Key, isFast: Bool) -> [TillAction] {
        guard var entry = pin else { return [] }
        switch key {
        case .character(let character): entry.append(character)
        case .backspace, .control("u"): entry.clear()
        case .escape:
            pin = nil
            return []
        case .enter where isFast:
            show(.warning, TillText.tooFast)
            return []
        case .enter where entry.count > 0:
            entry.isChecking = true
            pin = entry
            return [.shop(.checkPIN(entry.attempt))]
        default: return []
        }
        pin = entry
        return []
    }

    /// Numbers choose; a scanner, which sends keys faster than people, answers nothing.
    private mutating func pressInQuestion(_ key: Key, isFast: Bool) -> [TillAction] {
        guard !isFast else { return collectFast(key) }
        if key == .escape, console.editor.isEmpty { return tell(.command(.plain(.clear))) }
        guard let line = console.typed(key) else { return [] }
        switch question {
        case .reason(_, let choices): return answer(line, choices)
        case .manager: return chooseManager(line)
        case .price: return answer(price: line)
        case nil: return []
        }
    }

    private mutating func answer(_ line: String, _ choices: [ReasonCode]) -> [TillAction] {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let number = parts.first.flatMap({ Int($0) }), number > 0, number <= choices.count else {
            show(.bad, PageText.chooseNumber)
            return []
        }
        return tell(.reason(choices[number - 1], text: parts.count > 1 ? String(parts[1]) : ""))
    }

    private mutating func answer(price line: String) -> [TillAction] {
        do throws(LineCommandError) {
            let number = try TypedNumber(line.split(separator: " ").joined())
            return tell(.price(try number.amount(register.book.currency)))
        } catch {
            console.show(MessageLine(.bad, error.text(language)))
            return []
        }
    }

    private mutating func chooseManager(_ line: String) -> [TillAction] {
        guard let person = Self.person(line, of: managers) else {
            show(.bad, PageText.chooseNumber)
            return []
        }
        pin = PINEntry(personID: person.id, purpose: .allow)
        return []
    }

    /// The people who may approve what a cashier may not do alone.
    var managers: [RegisterPerson] { setup.register.people.filter { $0.role == .manager } }

    private mutating func pressWhileLocked(_ key: Key, isFast: Bool) -> [TillAction] {
        // Where nobody else can unlock it, a digit is the first of the PIN.
        if unlockers.count == 1, let person = unlockers.first, case .character(let character) = key,
            character.isNumber
        {
            pin = PINEntry(personID: person.id, purpose: .unlock)
            return pressInPIN(key, isFast: isFast)
        }
        guard !isFast else { return collectFast(key) }
        guard let line = console.typed(key) else { return [] }
        guard let person = Self.person(line, of: unlockers) else {
            show(.bad, PageText.chooseNumber)
            return []
        }
        pin = PINEntry(personID: person.id, purpose: .unlock)
        return []
    }

    /// The person signed in, and the managers.
    var unlockers: [RegisterPerson] {
        let own = setup.register.people.filter { $0.id == register.person?.id }
        return own + managers.filter { $0.id != register.person?.id }
    }

    /// Returns a person by the number in a list, counted from 1, or by id.
    static func person(_ typed: String, of people: [RegisterPerson]) -> RegisterPerson? {
        let typed = typed.split(separator: " ").joined(separator: " ")
        if let found = people.first(where: { $0.id.lowercased() == typed.lowercased() }) { return found }
        guard let number = Int(typed), number > 0, number <= people.count else { return nil }
        return people[number - 1]
    }
}
