/// What a card's last word and the results of scripts say to its issuer.
public struct ChipCompletion: Hashable, Sendable {
    /// What became of a script.
    public struct ScriptResult: Hashable, Sendable {
        /// The identifier of the script.
        public let identifier: [UInt8]
        /// Whether the card took all commands.
        public let isDone: Bool
    }

    /// Whether the card approved.
    public let isApproved: Bool
    /// The results of scripts, in their order.
    public let scripts: [ScriptResult]

    /// Reads the results of scripts (tag 9F5B, five bytes each); `nil` for others.
    init?(isApproved: Bool, scriptResults: [UInt8]) {
        guard scriptResults.count.isMultiple(of: 5) else { return nil }
        self.isApproved = isApproved
        scripts = stride(from: 0, to: scriptResults.count, by: 5).map { place in
            ScriptResult(
                identifier: Array(scriptResults[place + 1..<place + 5]), isDone: scriptResults[place] >> 4 == 2)
        }
    }
}
