import TenderFlow
import TenderModel

/// Events in words, for readers of a trace.
extension Shop {
    /// Returns a line for people: without module names and empty fields.
    static func short(_ value: Any) -> String {
        var text = "\(value)"
        for noise in [
            "TenderFlow.", "TenderModel.", "TerminalMachine.", "Optional", "JournalEntry.", "SimulatedWorld.",
        ] {
            text = text.split(separator: noise, omittingEmptySubsequences: false).joined()
        }
        return String(text.prefix(260))
    }

    static func short(_ entry: JournalEntry) -> String { "\(entry.intentID.suffix(5)) \(short(entry.event))" }

    static func short(_ note: Note) -> String {
        switch note {
        case .offlineRefused: "refused offline"
        case .refused: "refused"
        case .created(let intent): "created \(intent?.id.suffix(5) ?? "nothing")"
        case .edited(let result, _): "edited \(result.rawValue)"
        case .read(let intent): "read \(intent?.id.suffix(5) ?? "nothing") \(intent?.status.rawValue ?? "")"
        case .refunded(let result): "refunded \(result.rawValue)"
        case .shared(let result, _): "shared \(result.rawValue)"
        case .completed(let intent, let completion): "completed \(intent.id.suffix(5)) \(short(completion))"
        case .resolved(let intent, let conclusion): "resolved \(intent.id.suffix(5)) \(short(conclusion))"
        }
    }
}

extension Duration {
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
