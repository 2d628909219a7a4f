/// The output of a simulated printer.
public struct PrintedPaper: Hashable, Sendable {
    /// A run of characters in one style.
    public struct Run: Hashable, Sendable {
        /// The characters.
        public var text: String
        /// Whether they are bold.
        public var isBold: Bool
        /// The width factor.
        public var width: Int
    }

    /// An item on the paper.
    public enum Item: Hashable, Sendable {
        /// A line.
        case line([Run], isCentered: Bool)
        /// A picture.
        case picture(PrintedPicture)
        /// The paper was cut here.
        case cut
    }

    /// The number of characters per line.
    public let columns: Int
    /// The items, from the beginning.
    public internal(set) var items: [Item] = []

    init(columns: Int) { self.columns = columns }

    /// The paper as text: bold as `<b>…</b>`, double width as `<2>…</2>`, a picture by its size, a cut as a line of its
    /// own.
    public var text: String { items.map { row($0) + "\n" }.joined() }

    /// The lines as text without style marks.
    public var plainRows: [String] {
        items.compactMap { item in
            guard case .line(let runs, _) = item else { return nil }
            return runs.map(\.text).joined()
        }
    }

    /// The pictures.
    public var pictures: [PrintedPicture] {
        items.compactMap { item in
            if case .picture(let picture) = item { return picture }
            return nil
        }
    }

    /// The number of cuts.
    public var cutCount: Int { items.count { $0 == .cut } }

    private func row(_ item: Item) -> String {
        switch item {
        case .line(let runs, let isCentered):
            let cells = runs.reduce(0) { $0 + $1.text.count * $1.width }
            let margin = isCentered ? max(0, columns - cells) / 2 : 0
            return String(repeating: " ", count: margin) + runs.map(marked).joined()
        case .picture(let picture):
            guard let code = picture.qrModules else { return "[picture \(picture.width)x\(picture.height)]" }
            return "[QR code \(code.count)x\(code.count)]"
        case .cut: return "[cut]"
        }
    }

    private func marked(_ run: Run) -> String {
        var text = run.text
        if run.width > 1 { text = "<\(run.width)>\(text)</\(run.width)>" }
        return run.isBold ? "<b>\(text)</b>" : text
    }
}
