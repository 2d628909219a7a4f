import TenderBytes
import TenderEMV
import TenderModel

extension ApplicationQuestion {
    /// The parts of ISO 8859 in which names are shown.
    static var codeTables: Set<UInt8> { [1] }

    /// Asks about applications of a card.
    init(_ kind: Kind, _ names: [ApplicationName], isAgain: Bool) {
        self.init(kind, names.map(Application.init), isAgain: isAgain)
    }
}

extension ApplicationQuestion.Application {
    /// An application as it may be shown, whatever the card calls it.
    init(_ application: ApplicationName) {
        let identifier = Hex.encode(application.identifier).uppercased()
        let name = Self.text(application.name, isLatin: application.codeTable == 1)
        self.init(id: identifier, name: name.isEmpty ? identifier : name)
    }

    /// The letters that can be shown, without spaces around them; of part 1 of ISO 8859, or those that all parts have.
    private static func text(_ bytes: [UInt8], isLatin: Bool) -> String {
        let letters = bytes.filter { byte in
            // A soft hyphen is not shown.
            (0x20..<0x7F).contains(byte) || (isLatin && byte > 0xA0 && byte != 0xAD)
        }
        let words = letters.split(separator: 0x20)
        return String(String.UnicodeScalarView(words.joined(separator: [0x20]).map { Unicode.Scalar($0) }))
    }
}
