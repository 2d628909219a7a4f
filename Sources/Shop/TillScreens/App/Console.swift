public import TenderModel
public import TenderSale

/// The state of the screens: what is typed, what is shown, and what was asked.
public struct Console: Hashable, Sendable {
    /// A screen.
    public enum Screen: Hashable, Sendable {
        /// Selling.
        case sale
        /// The list of all commands; the number of its first visible line.
        case help(top: Int)
    }

    /// A question over a screen, which takes all keys.
    public enum Question: Hashable, Sendable {
        /// Whether to end the program.
        case quit
    }

    /// The smallest screen that shows more than a notice.
    public static let smallest = GridSize(width: 40, height: 12)

    /// The terminal's size.
    public private(set) var size: GridSize
    /// The language of all texts.
    public let language: TillLanguage
    /// The currency that amounts are typed in.
    public let currency: Currency
    /// The line that everything is typed into.
    public private(set) var editor = LineEditor()
    /// The current screen.
    public private(set) var screen = Screen.sale
    /// The question over the screen; `nil` without one.
    public private(set) var question: Question?
    /// The till's last answer; `nil` without one.
    public private(set) var message: MessageLine?
    /// The contents of the frame.
    public var frame: FrameContent

    /// Creates the state with the sale screen.
    public init(size: GridSize, language: TillLanguage, currency: Currency, frame: FrameContent) {
        self.size = size
        self.language = language
        self.currency = currency
        self.frame = frame
    }

    /// Whether the screen is too small to use: keys and scans are then ignored, since nobody sees their effect.
    public var isTooSmall: Bool { size.width < Self.smallest.width || size.height < Self.smallest.height }

    /// Shows an answer until the next key.
    public mutating func show(_ message: MessageLine) { self.message = message }

    /// Removes the last answer.
    mutating func clearMessage() { message = nil }

    /// Returns from the help to the page.
    mutating func closeHelp() { screen = .sale }

    /// Empties the line, and removes the last answer.
    mutating func clearLine() {
        message = nil
        editor.clear()
    }

    /// Types into the line for a question that reads it itself; returns the line once it is entered.
    mutating func typed(_ key: Key) -> String? {
        if key == .escape { editor.clear() }
        guard case .submitted(let line) = editor.handle(key) else { return nil }
        message = nil
        return line
    }

    /// Handles an input and returns what the program must do.
    public mutating func handle(_ input: ConsoleEvent) -> [ConsoleAction] {
        switch input {
        case .resized(let size):
            self.size = size
            scrollHelp(by: 0)
            return []
        case .key(let key, let isFast): return isTooSmall ? ignored() : press(key, isFast: isFast)
        case .scanned(let code): return isTooSmall ? ignored() : scan(code)
        }
    }

    private mutating func ignored() -> [ConsoleAction] {
        message = MessageLine(.warning, TillText.ignoredWhileSmall.text(language))
        return []
    }

    private mutating func press(_ key: Key, isFast: Bool) -> [ConsoleAction] {
        if key == .control("l") { return [.screen(.redraw)] }
        if let question { return answer(question, key, isFast: isFast) }
        // A scanner's second Enter dismisses no message.
        if isFast, key == .enter, editor.isEmpty { return [] }
        if isFast, isHasty(key) {
            message = MessageLine(.warning, TillText.tooFast.text(language))
            return []
        }
        switch key {
        case .control("c"): return carryOut(.plain(.quit))
        case .escape: leave()
        case .function(let number): return pressFunction(number)
        case .character("?") where editor.isEmpty && !isFast: return carryOut(.plain(.help))
        default: return isScrolled(by: key) ? [] : edit(key, isFast: isFast)
        }
        return []
    }

    /// Returns whether a fast key would do more than ring up an article: a scanner's output may look like a command.
    private func isHasty(_ key: Key) -> Bool {
        switch key {
        case .function: return true
        case .enter:
            let line = Result { () throws(LineCommandError) in
                try LineCommand(parsing: editor.text, currency: currency)
            }
            if case .success(.item) = line { return false }
            return !editor.isEmpty
        default: return false
        }
    }

    /// Handles a scan, which never answers a question, and is reported rather than lost.
    private mutating func scan(_ code: String) -> [ConsoleAction] {
        guard question == nil else {
            message = MessageLine(.warning, TillText.scanIgnored.text(language))
            return []
        }
        screen = .sale
        message = nil
        return [.scanned(code)]
    }

    private mutating func edit(_ key: Key, isFast: Bool) -> [ConsoleAction] {
        switch editor.handle(key) {
        case .ignored: return []
        case .handled:
            message = nil
            return []
        case .submitted(let line):
            message = nil
            guard line.contains(where: { $0 != " " }) else { return [] }
            let read = Result { () throws(LineCommandError) in try LineCommand(parsing: line, currency: currency) }
            // A scanner typed it: nobody need be watching when it sells nothing.
            if isFast, case .success(.item(let code, let quantity)) = read {
                screen = .sale
                return [.scanned(code, quantity)]
            }
            return run(read.map { $0 })
        }
    }

    /// Handles a function key: F1 shows the help whatever is in the line; other keys take the line as their argument.
    private mutating func pressFunction(_ number: Int) -> [ConsoleAction] {
        guard number != 1 else { return carryOut(.plain(.help)) }
        let line = editor.text
        let actions = run(
            Result { () throws(LineCommandError) in
                try LineCommand(functionKey: number, line: line, currency: currency)
            })
        if message?.kind != .bad { editor.clear() }
        return actions
    }

    private mutating func run(_ read: Result<LineCommand?, LineCommandError>) -> [ConsoleAction] {
        message = nil
        switch read {
        case .success(let command?): return carryOut(command)
        case .success(nil): return []
        case .failure(let error):
            message = MessageLine(.bad, error.text(language))
            return []
        }
    }

    private mutating func carryOut(_ command: LineCommand) -> [ConsoleAction] {
        message = nil
        switch command {
        case .plain(.help):
            if case .help = screen { screen = .sale } else { screen = .help(top: 0) }
        case .plain(.quit): question = .quit
        case .plain(.clear) where screen != .sale: leave()
        case .up(let lines) where screen != .sale: scrollHelp(by: -lines)
        case .down(let lines) where screen != .sale: scrollHelp(by: lines)
        default:
            screen = .sale
            return [.perform(command)]
        }
        return []
    }

    /// Goes back one step: clears the line, then leaves the screen.
    private mutating func leave() {
        message = nil
        if editor.isEmpty { screen = .sale } else { editor.clear() }
    }

    /// Answers a question, with neither Enter nor keys faster than people type, so that no scan can.
    private mutating func answer(_ question: Question, _ key: Key, isFast: Bool) -> [ConsoleAction] {
        guard !isFast else { return [] }
        message = nil
        switch (question, key) {
        case (.quit, .function(10)): return [.screen(.quit)]
        case (.quit, .character(let character)) where String(character).lowercased() == TillText.yesKey.text(language):
            return [.screen(.quit)]
        case (_, .escape), (_, .character("n")), (_, .character("N")): self.question = nil
        default: break
        }
        return []
    }

    /// Scrolls the help by an arrow key while the line is empty; returns whether it did.
    private mutating func isScrolled(by key: Key) -> Bool {
        guard case .help = screen, editor.isEmpty else { return false }
        let page = max(1, TillLayout(size).body.height - 2)
        switch key {
        case .up: scrollHelp(by: -1)
        case .down: scrollHelp(by: 1)
        case .pageUp: scrollHelp(by: -page)
        case .pageDown: scrollHelp(by: page)
        case .home: scrollHelp(by: -HelpScreen.mostRows)
        case .end: scrollHelp(by: HelpScreen.mostRows)
        default: return false
        }
        return true
    }

    private mutating func scrollHelp(by lines: Int) {
        guard case .help(let top) = screen else { return }
        let help = HelpScreen(language: language, area: TillLayout(size).body)
        let step = min(max(-HelpScreen.mostRows, lines), HelpScreen.mostRows)
        screen = .help(top: min(max(0, top + step), help.lastTop))
    }
}
