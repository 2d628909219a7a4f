/// Whose turn it is at the reader: one command, the others in line.
struct ReaderTurn: Hashable, Sendable, Codable {
    /// The command that has the reader.
    private(set) var holder: CommandID?
    /// Those that wait, the next first.
    private(set) var line: [CommandID] = []

    /// Takes the reader when it is free.
    mutating func take(_ command: CommandID) -> Bool {
        guard holder == nil else { return false }
        holder = command
        return true
    }

    /// Stands in line, last or first.
    mutating func wait(_ command: CommandID, first: Bool) { line.insert(command, at: first ? 0 : line.count) }

    /// Leaves the line; false when it does not stand there.
    mutating func leave(_ command: CommandID) -> Bool {
        guard let index = line.firstIndex(of: command) else { return false }
        line.remove(at: index)
        return true
    }

    /// Gives the reader back.
    ///
    /// - Returns: the command whose turn it is now.
    mutating func release(_ command: CommandID) -> CommandID? {
        guard holder == command else { return nil }
        holder = line.isEmpty ? nil : line.removeFirst()
        return holder
    }
}
