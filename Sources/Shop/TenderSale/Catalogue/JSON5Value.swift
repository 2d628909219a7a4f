/// A value of a JSON5 file, and where it stands.
struct JSON5Value: Hashable, Sendable {
    /// What it is.
    indirect enum Content: Hashable, Sendable {
        case object([Member])
        case array([JSON5Value])
        case text(String)
        /// As it is written: the files of a shop have no numbers, so that none loses a cent on its way.
        case number(String)
        case bool(Bool)
        case null
    }

    /// A key of an object with its value.
    struct Member: Hashable, Sendable {
        let name: String
        let place: TextPlace
        let value: JSON5Value
    }

    let content: Content
    let place: TextPlace
}

/// A place in a text, both numbers counted from 1; a column is a character's.
struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    var line = 1
    var column = 1

    var description: String { "line \(line), column \(column)" }
}
