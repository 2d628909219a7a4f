import TenderBytes

/// Application selection by the list of the terminal, the choice, and the final selection (EMV Book 1, 12.3.3, 12.4).
extension ContactMachine {
    /// The most further applications that are asked for under one identifier.
    private static let mostNext = 16
    /// The time for an answer about applications, in seconds; no book names one, and readers of the field wait as long.
    private static let questionSeconds = 90

    /// Tries the applications of the configuration from a place on.
    mutating func tryApplication(_ index: Int) throws(ContactStop) -> [ContactAction] {
        guard index < configuration.applications.count else { return try choose() }
        return try transmit(
            ContactCommand.select(configuration.applications[index].identifier), .trying(profile: index, nextCount: 0))
    }

    mutating func tried(_ answer: CardAnswer, profile: Int, nextCount: Int) throws(ContactStop) -> [ContactAction] {
        if nextCount == 0, answer.statusWord == 0x6A81 { return end(.cardBlocked) }
        let goesOn = answer.isSuccess || (nextCount == 0 ? answer.statusWord == 0x6283 : answer.isWarning)
        let wanted = configuration.applications[profile]
        guard goesOn, let information = try? FileInformation(answer.data), wanted.matches(information.name) else {
            return try tryApplication(profile + 1)
        }
        if answer.isSuccess {
            add(
                information.name, label: information.value(0x50), preferredName: information.value(0x9F12),
                codeTable: information.codeTable, priority: information.value(0x87))
        }
        guard information.name.count > wanted.identifier.count, nextCount < Self.mostNext else {
            return try tryApplication(profile + 1)
        }
        return try transmit(
            ContactCommand.select(wanted.identifier, isNext: true), .trying(profile: profile, nextCount: nextCount + 1))
    }

    /// Takes the only application, or asks the customer.
    mutating func choose() throws(ContactStop) -> [ContactAction] {
        if candidates.count > 1 {
            candidates = candidates.enumerated()
                .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
        }
        guard let first = candidates.first else { throw .ended(.notAccepted(.noApplication)) }
        guard configuration.terminal.canAsk else {
            guard let free = candidates.first(where: { !$0.needsConfirmation }) else {
                throw .ended(.notAccepted(.cannotAsk))
            }
            return try select(free)
        }
        if candidates.count > 1 {
            step = .choosing
            return [startTimer(Self.questionSeconds), .choose(candidates.map(shown))]
        }
        guard first.needsConfirmation else { return try select(first) }
        step = .confirming(first)
        return [startTimer(Self.questionSeconds), .confirm(shown(first))]
    }

    private func shown(_ candidate: Candidate) -> ApplicationName {
        candidate.shown(codeTables: configuration.terminal.codeTables)
    }

    mutating func chosen(_ index: Int) throws(ContactStop) -> [ContactAction] {
        guard case .choosing = step else { throw .fault(.unexpectedEvent) }
        guard candidates.indices.contains(index) else { throw .fault(.noSuchChoice) }
        return try select(candidates[index])
    }

    mutating func confirmed(_ isRight: Bool) throws(ContactStop) -> [ContactAction] {
        guard case .confirming(let candidate) = step else { throw .fault(.unexpectedEvent) }
        guard !isRight else { return try select(candidate) }
        candidates.removeAll { $0 == candidate }
        return try choose()
    }

    private mutating func select(_ candidate: Candidate) throws(ContactStop) -> [ContactAction] {
        try transmit(ContactCommand.select(candidate.name), .selecting(candidate))
    }

    mutating func selected(_ answer: CardAnswer, _ candidate: Candidate) throws(ContactStop) -> [ContactAction] {
        guard answer.isSuccess, let information = try? FileInformation(answer.data), information.name == candidate.name
        else { return try drop(candidate) }
        profile = configuration.applications[candidate.profile]
        data.begin(candidate.profile, name: candidate.name)
        for (tag, value) in information.kept { data.set(tag, value) }
        results = []
        status = []
        step = .drawingNumber(candidate)
        return [.drawRandom(4)]
    }

    /// Goes back to the choice without an application that does not work.
    mutating func drop(_ candidate: Candidate) throws(ContactStop) -> [ContactAction] {
        candidates.removeAll { $0 == candidate }
        guard !candidates.isEmpty else { throw .ended(.notAccepted(.noApplication)) }
        return [.sayTryAgain] + (try choose())
    }
}
