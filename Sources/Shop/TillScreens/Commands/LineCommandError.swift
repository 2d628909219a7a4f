public import TenderSale

/// The reason that a line is not a command, and what to type instead.
public enum LineCommandError: Error, Hashable, Sendable {
    /// Nothing was typed.
    case empty
    /// The line has too many characters.
    case tooLong
    /// No command has this name; perhaps another one was meant.
    case unknownCommand(String, meant: CommandEntry.Name?)
    /// The command needs an argument.
    case incomplete(CommandEntry.Name)
    /// The command does not take this argument.
    case misplaced(String, CommandEntry.Name)
    /// An article number has characters other than digits.
    case notACode(String)
    /// The separators of an amount or quantity are ambiguous or make no sense.
    case notANumber(String)
    /// The number has more decimals than the currency or the quantity.
    case tooPrecise(String, decimals: Int)
    /// The number is beyond what a till books at once.
    case tooLarge(String)
    /// Zero where an amount is needed.
    case zero
    /// A percentage above 100 %.
    case notAShare(String)
    /// A quantity where none is allowed.
    case needlessQuantity(CommandEntry.Name)

    /// The longest part of the input that an error repeats.
    private static let shown = 20

    /// Returns a sentence that says what is wrong and what to do.
    public func text(_ language: TillLanguage) -> String { translation.text(language) }

    private var translation: Translation {
        switch self {
        case .empty:
            Translation(
                en: "Type or scan an article; ? lists the commands",
                de: "Artikel tippen oder scannen; ? listet die Befehle",
                fr: "Saisir ou scanner un article ; ? liste les commandes")
        case .tooLong:
            Translation(
                en: "The line is too long: Esc empties it", de: "Die Zeile ist zu lang: Esc leert sie",
                fr: "La ligne est trop longue : Échap la vide")
        case .unknownCommand(let text, let meant): Self.unknown(Self.short(text), meant?.rawValue)
        case .incomplete(let name):
            Self.usage(
                name, Translation(en: "Something is missing", de: "Es fehlt etwas", fr: "Il manque quelque chose"))
        case .misplaced(let text, let name):
            Self.usage(
                name,
                Translation(
                    en: "'\(Self.short(text))' does not belong here", de: "'\(Self.short(text))' gehört nicht hierher",
                    fr: "'\(Self.short(text))' n'a pas sa place ici"))
        case .needlessQuantity(let name):
            Self.usage(name, Translation(en: "No quantity here", de: "Hier keine Menge", fr: "Pas de quantité ici"))
        default: numberTranslation
        }
    }

    private var numberTranslation: Translation {
        switch self {
        case .notACode(let text):
            Translation(
                en:
                    "'\(Self.short(text))' is not an article number; amounts need a key: 1250 DP 2 or 2000CA",
                de:
                    "'\(Self.short(text))' ist keine Artikelnummer; ein Betrag braucht eine Taste: 1250 DP 2 oder 2000CA",
                fr: "'\(Self.short(text))' n'est pas un article ; un montant veut une touche : 1250 DP 2 ou 2000CA")
        case .tooPrecise(let text, let decimals):
            Translation(
                en: "'\(Self.short(text))' has more than \(decimals) decimals",
                de: "'\(Self.short(text))' hat mehr als \(decimals) Nachkommastellen",
                fr: "'\(Self.short(text))' a plus de \(decimals) décimales")
        case .tooLarge(let text):
            Translation(
                en: "'\(Self.short(text))' is too large", de: "'\(Self.short(text))' ist zu groß",
                fr: "'\(Self.short(text))' est trop grand")
        case .zero:
            Translation(en: "It must be more than zero", de: "Es muss mehr als null sein", fr: "Il faut plus que zéro")
        case .notAShare(let text):
            Translation(
                en: "'\(Self.short(text))' is not a percentage from 0 to 100",
                de: "'\(Self.short(text))' ist kein Anteil zwischen 0 und 100 %",
                fr: "'\(Self.short(text))' n'est pas une part entre 0 et 100 %")
        case .notANumber(let text): Self.notANumber(Self.short(text))
        default: Self.notANumber("")
        }
    }

    private static func notANumber(_ text: String) -> Translation {
        Translation(
            en: "'\(text)' is not a number: write 12.50 or 12,50, or 1250 without a separator",
            de: "'\(text)' ist keine Zahl: 12,50 oder 12.50 schreiben, oder 1250 ohne Trennzeichen",
            fr: "'\(text)' n'est pas un nombre : écrire 12,50 ou 12.50, ou 1250 sans séparateur")
    }

    private static func unknown(_ text: String, _ meant: String?) -> Translation {
        guard let meant else {
            return Translation(
                en: "'\(text)' is not a command: ? lists them", de: "'\(text)' ist kein Befehl: ? listet sie",
                fr: "'\(text)' n'est pas une commande : ? les liste")
        }
        return Translation(
            en: "'\(text)' is not a command: \(meant)? All: ?", de: "'\(text)' ist kein Befehl: \(meant)? Alle: ?",
            fr: "'\(text)' n'est pas une commande : \(meant) ? Toutes : ?")
    }

    /// Returns the error in a known command, and how to type it.
    private static func usage(_ name: CommandEntry.Name, _ what: Translation) -> Translation {
        let example = CommandEntry.named(name)?.example ?? name.rawValue
        return Translation(
            en: "\(what.text(.english)): type \(name.rawValue) as in \(example)",
            de: "\(what.text(.german)): \(name.rawValue) tippen wie in \(example)",
            fr: "\(what.text(.french)) : saisir \(name.rawValue) comme dans \(example)")
    }

    private static func short(_ text: String) -> String { TextLines.cut(text, width: shown, .ascii) }
}
