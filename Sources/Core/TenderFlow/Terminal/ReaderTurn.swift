/// The queue for the reader: one command has it, and the others wait in line.
struct ReaderTurn: Hashable, Sendable, Codable {
    /// The command that has the reader.
    private(set) var holder: CommandID?
    /// The waiting commands, the next one first.
    private(set) var line: [CommandID] = []

    /// Takes the reader if it is free.
    mutating func take(_ command: CommandID) -> Bool {
        guard holder == nil else { return false }
        holder = command
        return true
    }

    /// Hands the reader over, past the line.
    mutating func pass(to command: CommandID) { holder = command }

    /// Joins the line, at its end or its front.
    mutating func wait(_ command: CommandID, first: Bool) { line.insert(command, at: first ? 0 : line.count) }

    /// Leaves the line; returns `false` if the command is not in it.
    mutating func leave(_ command: CommandID) -> Bool {
        guard let index = line.firstIndex(of: command) else { return false }
        line.remove(at: index)
        return true
    }

    /// Releases the reader.
    ///
    /// - Returns: The command whose turn it is now.
    mutating func release(_ command: CommandID) -> CommandID? {
        guard holder == command else { return nil }
        holder = line.isEmpty ? nil : line.removeFirst()
        return holder
    }
}
