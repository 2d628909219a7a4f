import Tender

/// The JSON object of a command that created, read or changed one object of the API.
struct ObjectReport<Object: Encodable>: Encodable {
    var outcome = "done"
    var object: Object
}

extension Output {
    /// Shows one object of the API, in lines of words or as JSON.
    func show(_ object: some Encodable, _ lines: [String?]) -> ExitCode {
        for line in lines.compactMap(\.self) { self.line(line.withoutControls) }
        self.object(ObjectReport(object: object))
        return .done
    }
}

/// The JSON object of a command that removed an object of the API.
struct RemovalReport: Encodable {
    var outcome = "done"
    var id: String
    var deleted = true
}

/// The JSON object of a command that lists objects of the API.
struct ListReport<Element: Encodable & Sendable & Hashable>: Encodable {
    var outcome = "done"
    var data: [Element]
    var hasMore: Bool

    init(_ page: ListPage<Element>) {
        data = page.data
        hasMore = page.hasMore
    }

    enum CodingKeys: String, CodingKey {
        case outcome, data
        case hasMore = "has_more"
    }
}
