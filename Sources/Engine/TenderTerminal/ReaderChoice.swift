import TenderModel

/// What a search for one reader finds in a list of readers.
enum ReaderChoice {
    case nothing
    case one(Reader)
    /// A reader that is there and cannot be used now.
    case unusable(ReaderProblem)
    /// More readers than one, of which the search names none.
    case several([Reader])

    /// Chooses the first reader that the addresses name, in their order; without addresses, the only one that has a
    /// driver.
    ///
    /// Without addresses a reader that cannot be used now counts too, so that the choice does not depend on which
    /// reader happens to be switched on.
    init(_ readers: [Reader], _ addresses: [ReaderAddress]) {
        self = addresses.isEmpty ? Self.only(of: readers) : Self.named(addresses, of: readers)
    }

    private static func named(_ addresses: [ReaderAddress], of readers: [Reader]) -> ReaderChoice {
        let usable = readers.filter { obstacle(to: $0) == nil }
        if let reader = first(addresses, of: usable) { return .one(reader) }
        return first(addresses, of: readers).map(judged) ?? .nothing
    }

    private static func first(_ addresses: [ReaderAddress], of readers: [Reader]) -> Reader? {
        for address in addresses {
            if let reader = address.choice(of: readers) { return reader }
        }
        return nil
    }

    private static func only(of readers: [Reader]) -> ReaderChoice {
        let candidates = readers.filter { $0.problem?.kind != .unsupported && $0.problem?.kind != .outdated }
        guard candidates.count < 2 else { return .several(candidates) }
        return (candidates.first ?? readers.first).map(judged) ?? .nothing
    }

    private static func judged(_ reader: Reader) -> ReaderChoice {
        obstacle(to: reader).map(ReaderChoice.unusable) ?? .one(reader)
    }

    private static func obstacle(to reader: Reader) -> ReaderProblem? {
        reader.problem.flatMap { $0.preventsUse ? $0 : nil }
    }

    /// The reason to connect to none; nil where there is nothing to say about a reader.
    var error: TenderError? {
        switch self {
        case .nothing, .one: nil
        case .unusable(let problem): TenderError(unusable: problem)
        case .several(let readers): TenderError(several: readers)
        }
    }
}
