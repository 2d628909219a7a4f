public import TenderModel

extension LineCommand {
    /// Reads what was typed.
    ///
    /// Commands may be typed in either case, and amounts with a point or a comma; without either they are in the
    /// currency's smallest unit: `2000CA` is 20.00 in cash. A scanned code is never read as a command: see `TillInput`.
    ///
    /// - Throws: `LineCommandError`, which says what to type instead.
    public init(parsing line: String, currency: Currency) throws(LineCommandError) {
        self = try LineParser(line, currency: currency).command()
    }

    /// The command of a function key with what stands in the line; nil for a key that has none.
    ///
    /// - Throws: `LineCommandError`, as for the typed form.
    public init?(functionKey number: Int, line: String, currency: Currency) throws(LineCommandError) {
        guard let command = TillCommand.onFunctionKey(number) else { return nil }
        let takesWords = command.argument == .optionalText || command.argument == .text
        let typed = takesWords ? "\(command.mnemonic) \(line)" : line + command.mnemonic
        try self.init(parsing: typed, currency: currency)
    }
}
