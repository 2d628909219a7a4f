/// A value of a JSON5 file, and its location.
struct JSON5Value: Hashable, Sendable {
    /// The content of a value.
    indirect enum Content: Hashable, Sendable {
        case object([Member])
        case array([JSON5Value])
        case text(String)
        /// A number as written: a shop's files have no numbers, so that none loses a cent on its way.
        case number(String)
        case bool(Bool)
        case null
    }

    /// A key of an object, with its value.
    struct Member: Hashable, Sendable {
        let name: String
        let place: TextPlace
        let value: JSON5Value
    }

    let content: Content
    let place: TextPlace
}

/// A location in a text, both numbers counted from 1; a column counts characters.
struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    var line = 1
    var column = 1

    var description: String { "line \(line), column \(column)" }
}
