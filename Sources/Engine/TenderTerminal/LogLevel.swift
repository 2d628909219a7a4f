/// Which diagnostics a terminal sends to its subscribers.
public enum LogLevel: String, Hashable, Sendable, Codable, CaseIterable {
    /// None.
    case none
    /// All.
    case verbose

    func admits(_ kind: TerminalEvent.Kind) -> Bool {
        if case .diagnostic = kind { self == .verbose } else { true }
    }
}
