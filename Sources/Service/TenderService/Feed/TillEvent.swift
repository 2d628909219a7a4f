import FoundationEssentials
import TenderMessages
public import TenderTerminal

/// What a front end hears of a till.
public enum TillEvent: Sendable {
    /// A record of the journal: nothing of it is ever missed, and its number resumes the feed.
    case record(JournalLine)
    /// Something that passes, such as a message for the customer; a front end that reads too slowly misses some.
    case passing(TerminalEvent)
    /// A question to the customer is asked, or over; it passes too, and the till's status has the one that is open.
    case question(QuestionNews)
    /// Nothing happened for a while.
    case quiet

    /// The JSON object; `nil` if nothing happened.
    public var json: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data? =
            switch self {
            case .record(let line): try? encoder.encode(line)
            case .passing(let event): try? encoder.encode(PassingReport(event))
            case .question(let news): try? encoder.encode(news)
            case .quiet: nil
            }
        return data.map { Array($0) }
    }

    /// An event of the terminal, with what it says to the customer.
    private struct PassingReport: Encodable {
        let event: TerminalEvent

        init(_ event: TerminalEvent) { self.event = event }

        enum CodingKeys: String, CodingKey { case message, language }

        func encode(to encoder: any Encoder) throws {
            try EventReport(event).encode(to: encoder)
            guard let message = event.customerMessage else { return }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(message.text, forKey: .message)
            try container.encode(event.language.rawValue, forKey: .language)
        }
    }
}
