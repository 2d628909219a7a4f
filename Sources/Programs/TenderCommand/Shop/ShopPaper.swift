import CommandLineOptions
import FoundationEssentials
import Glibc
import Tender
import TenderSale

/// The width and language of a printout.
struct ShopPaper {
    private static let columns = Option("width", "N", "columns of the paper", as: .choice([32, 42, 48]), default: 42)
    private static let language = Option(
        "locale", "CODE", "language and country, such as de-CH; that of the receipts when left out",
        as: OptionText("de, en or fr, also with a country as in de-CH", parse: parsed))

    static let options: [any DeclaredOption] = [columns, language]

    /// The columns.
    let width: Int
    /// The requested locale; `nil` for that of the receipts.
    let locale: ReceiptLocale?

    /// Reads the options.
    init(_ arguments: Arguments) {
        width = arguments[Self.columns]
        locale = arguments[Self.language]
    }

    @Sendable private static func parsed(_ code: String) -> ReceiptLocale? {
        let locale = ReceiptLocale(code)
        guard code.lowercased().prefix(2) == locale.language.rawValue, [2, 5].contains(code.utf8.count),
            locale.code.utf8.count == code.utf8.count
        else { return nil }
        return locale
    }

    /// Returns the circumstances of a receipt that is created now: those of the shop's last receipt, as far as there is
    /// one.
    ///
    /// - Parameter time: The time, in milliseconds since 1970.
    func context(_ history: ShopHistory, at time: Int64) -> ReceiptContext {
        let last = history.lastReceipt
        return ReceiptContext(
            merchant: last?.merchant ?? ReceiptMerchant(name: ""),
            time: ReceiptTime(
                milliseconds: time, offsetMinutes: last?.time.offsetMinutes ?? Self.offsetMinutes(at: time)),
            locale: locale ?? last?.locale ?? ReceiptLocale(Self.environmentLocale),
            isSimulated: last?.isSimulated ?? false)
    }

    /// Returns a stored receipt in the requested language.
    func translated(_ receipt: TenderSale.Receipt) -> TenderSale.Receipt {
        var receipt = receipt
        receipt.locale = locale ?? receipt.locale
        return receipt
    }

    /// Returns the text as printed.
    func text(
        _ receipt: TenderSale.Receipt, copy: ReceiptLayout.Copy = .customer, isReprint: Bool
    ) -> String {
        let layout = ReceiptLayout(width: width, copy: copy, isReprint: isReprint)
        return String(PlainTextReceipt.render(layout.lines(of: receipt), width: width).dropLast())
    }

    /// The moment, in milliseconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    private static func offsetMinutes(at time: Int64) -> Int {
        var seconds = time_t(time / 1000)
        var local = tm()
        localtime_r(&seconds, &local)
        return local.tm_gmtoff / 60
    }

    /// The locale of the environment, such as `de_DE.UTF-8`.
    static var environmentLocale: String {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty { return value }
        }
        return "en"
    }
}
