/// The reason that a file was not imported; nothing of it was.
public struct CatalogueImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One error in a file.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The location: `line 7`, or `line 7, column 3, products[3].price`; empty for the whole file.
        public var place: String
        /// The error, and how to fix it.
        public var text: String

        /// One line for people to read.
        public var description: String { (place.isEmpty ? "" : place + ": ") + text }
    }

    /// The most errors that are listed.
    public static let mostProblems = 20

    /// The errors, in the order of the file; at least one.
    public internal(set) var problems: [Problem]
    /// Whether there were more errors than are listed.
    public internal(set) var isCut = false

    init(place: String, problem: String, advice: String) {
        problems = [Problem(place: place, text: "\(problem): \(advice)")]
    }

    init(place: String, text: String) { problems = [Problem(place: place, text: text)] }

    init?(_ problems: [Problem]) {
        guard !problems.isEmpty else { return nil }
        self.problems = Array(problems.prefix(Self.mostProblems))
        isCut = problems.count > Self.mostProblems
    }

    /// One line per error.
    public var description: String {
        problems.map(\.description).joined(separator: "\n") + (isCut ? "\nand more" : "")
    }
}
