import TenderMessages
import TenderModel
import TenderSale

/// The words that are the same on every screen, from the catalogue of messages.
extension PageText {
    /// Returns what the reader shows its customer.
    static func display(_ message: ReaderDisplayMessage) -> Translation {
        Translation { LocalizedMessage(message, in: $0).text }
    }

    /// Returns the look of what the reader shows: only what needs somebody stands out.
    static func style(_ message: ReaderDisplayMessage) -> CellStyle {
        switch LocalizedMessage(message, in: .english).severity {
        case .information: .normal
        case .warning: .warning
        case .error: .bad
        }
    }

    /// Returns the ways in which the reader takes a card.
    static func ways(_ options: ReaderInputOptions) -> Translation {
        Translation { LocalizedMessage(options, in: $0).text }
    }

    /// Returns the cashier's sentence of the catalogue.
    static func sentence(_ message: CashierMessage) -> Translation { Translation { message.text(in: $0) } }
}

extension Translation {
    /// Creates a text from the one in each language of the till.
    fileprivate init(_ text: (Language) -> String) {
        self.init(en: text(.english), de: text(.german), fr: text(.french))
    }
}
