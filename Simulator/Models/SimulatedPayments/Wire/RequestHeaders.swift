/// The headers of a request by their lower-case names.
///
/// A list, since a request has two to five: comparing so few names takes less time than hashing one.
public struct RequestHeaders: Hashable, Sendable {
    private struct Header: Hashable {
        let name: String
        var value: String
    }

    /// In the order of their names, so that equal headers are equal in whatever order they came.
    private var headers: [Header] = []

    /// Creates an empty list.
    public init() {}

    /// Creates headers from a dictionary.
    public init(_ headers: [String: String]) {
        self.headers = headers.map { Header(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
    }

    /// The value of the header called `name`; `nil` if absent, and to remove it.
    public subscript(name: String) -> String? {
        get { headers.first { $0.name == name }?.value }
        set {
            headers.removeAll { $0.name == name }
            guard let newValue else { return }
            let place = headers.firstIndex { $0.name > name } ?? headers.count
            headers.insert(Header(name: name, value: newValue), at: place)
        }
    }
}
