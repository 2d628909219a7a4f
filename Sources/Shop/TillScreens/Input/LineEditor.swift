/// The line that everything is typed into, with a cursor and a history.
public struct LineEditor: Hashable, Sendable {
    /// The most characters of a line.
    public static let longest = 120
    /// The most lines of the history.
    public static let mostLines = 50

    /// The effect of a key.
    public enum Outcome: Hashable, Sendable {
        /// The key has no meaning here.
        case ignored
        /// The line or the cursor changed, or had no room to.
        case handled
        /// Enter was pressed, and the line was taken out.
        case submitted(String)
    }

    private var characters: [Character] = []
    /// The position of the next character, from 0 to the number of characters.
    public private(set) var cursor = 0
    private var history: [String] = []
    /// The history line that is shown; `nil` for the one being typed.
    private var place: Int?
    private var unfinished: [Character] = []

    /// Creates an empty line.
    public init() {}

    /// The typed text.
    public var text: String { String(characters) }
    /// Whether the line is empty.
    public var isEmpty: Bool { characters.isEmpty }

    /// Returns the part around the cursor that fits a width, and the cursor's column in it.
    public func window(width: Int) -> (text: String, cursor: Int) {
        let widths = characters.map { CellWidth.of(String($0)) }
        // The cursor takes a column of its own at the end.
        var start = cursor
        var before = 0
        while start > 0, before + widths[start - 1] < width {
            start -= 1
            before += widths[start]
        }
        return (CellWidth.prefix(String(characters[start...]), max(0, width)), before)
    }

    /// Empties the line.
    public mutating func clear() { replace(with: []) }

    /// Handles a key.
    public mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .character(let character): insert(character)
        case .enter: return submit()
        case .backspace: if cursor > 0 { remove(at: cursor - 1) }
        case .delete, .control("d"): if cursor < characters.count { characters.remove(at: cursor) }
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .control("u"): clear()
        case .control("k"): characters.removeSubrange(cursor...)
        case .control("w"): removeWord()
        case .up, .control("p"): recall(earlier: true)
        case .down, .control("n"): recall(earlier: false)
        default: return .ignored
        }
        return .handled
    }

    private mutating func insert(_ character: Character) {
        let isVisible = character.unicodeScalars.allSatisfy { CellWidth.of($0) != nil }
        // A character may have any number of marks.
        guard isVisible, character.unicodeScalars.count <= Grid.mostMarks + 1, characters.count < Self.longest else {
            return
        }
        characters.insert(character, at: cursor)
        cursor += 1
    }

    private mutating func remove(at index: Int) {
        characters.remove(at: index)
        cursor = index
    }

    private mutating func removeWord() {
        while cursor > 0, characters[cursor - 1] == " " { remove(at: cursor - 1) }
        while cursor > 0, characters[cursor - 1] != " " { remove(at: cursor - 1) }
    }

    private mutating func submit() -> Outcome {
        let line = text
        clear()
        place = nil
        if !line.isEmpty && history.last != line {
            history.append(line)
            if history.count > Self.mostLines { history.removeFirst() }
        }
        return .submitted(line)
    }

    private mutating func recall(earlier: Bool) {
        guard !history.isEmpty else { return }
        switch (place, earlier) {
        case (nil, true):
            unfinished = characters
            show(history.count - 1)
        case (nil, false): break
        case (let index?, true): show(max(0, index - 1))
        case (let index?, false): index + 1 < history.count ? show(index + 1) : returnToTyped()
        }
    }

    private mutating func show(_ index: Int) {
        place = index
        replace(with: Array(history[index]))
    }

    private mutating func returnToTyped() {
        place = nil
        replace(with: unfinished)
    }

    private mutating func replace(with characters: [Character]) {
        self.characters = characters
        cursor = characters.count
    }
}
