public import TenderModel

extension LineCommand {
    /// Parses a typed line.
    ///
    /// Commands are case-insensitive, and amounts have a point or a comma; without either they are in the currency's
    /// smallest unit: `2000CA` is 20.00 in cash. A scanned code is never parsed as a command: see `ConsoleEvent`.
    ///
    /// - Throws: `LineCommandError`, which says what to type instead.
    public init(parsing line: String, currency: Currency) throws(LineCommandError) {
        self = try LineParser(line, currency: currency).command()
    }

    /// Creates the command of a function key from the contents of the line, or returns `nil` for a key without a
    /// command.
    ///
    /// - Throws: `LineCommandError`, as for the typed form.
    public init?(functionKey number: Int, line: String, currency: Currency) throws(LineCommandError) {
        guard let command = CommandEntry.onFunctionKey(number) else { return nil }
        let takesWords = command.argument == .optionalText || command.argument == .text
        let typed = takesWords ? "\(command.mnemonic) \(line)" : line + command.mnemonic
        try self.init(parsing: typed, currency: currency)
    }
}
