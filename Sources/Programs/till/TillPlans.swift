import ChipReaders
import CommandLineOptions
import FoundationEssentials
import Glibc
import SimulatedCard
import TenderChain
import TenderModel
import TenderPrinting
import TenderSale
import TillScreens
import TillShop

/// The result of the options: the till's setup, and the plan of its shop; reads files, and so blocks.
struct TillPlans: Sendable {
    let setup: TillSetup
    let plan: ShopPlan

    init(_ options: TillOptions) throws {
        let (catalogue, shopSettings) = try Self.shop(options)
        let state = try Self.state(options)
        let people = try options[TillOptions.demo] ? DemoShop.people() : PeopleFile.read(state.people)
        guard people.contains(where: \.isActive) else {
            throw ShopFailure("nobody may sign in: let somebody, with till --add-person ID NAME manager")
        }
        let locale = options[TillOptions.locale] ?? options[TillOptions.language]?.rawValue ?? Self.locale
        var plan = ShopPlan(state: state, people: people, float: try CashDrawer.demoFloat(catalogue.currency))
        if let url = options[TillOptions.gateway] { plan.gateway = .url(url, keyFile: options[TillOptions.keyFile]) }
        plan.language = options[TillOptions.language] ?? TillLanguage(locale: locale)
        plan.thanksURL = options[TillOptions.thanks]
        plan.reader =
            options[TillOptions.reader]
            ?? ReaderAddress(options[TillOptions.gateway] == nil || options[TillOptions.demo] ? .simulated : .usb)
        plan.contact = try options[TillOptions.contactFile].map { try ContactFile.read($0) }
        plan.chip = try Self.chip(options)
        plan.printer = options[TillOptions.printer]
        plan.printerSettings = PrinterSettings(width: options[TillOptions.width])
        if let text = options[TillOptions.offlineLimit] {
            let limit = try Amount(parsing: text, currency: catalogue.currency)
            plan.offline = OfflineLimits(perPayment: [limit], stored: [try limit.multiplied(by: 10)])
        }
        if let id = options[TillOptions.signIn], id != "none", !people.contains(where: { $0.id == id }) {
            throw ShopFailure("nobody has the id \(id): give \(people.map(\.id).joined(separator: " or "))")
        }
        if options[TillOptions.demo] {
            plan.signIn =
                options[TillOptions.signIn] == "none" ? nil : options[TillOptions.signIn] ?? DemoShop.pins.first?.id
            plan.greeting = plan.signIn == nil ? DemoShop.greeting : nil
        }
        let settings = Settings(options, plan, locale: locale)
        if let shop = options[TillOptions.bundleShop], let key = options[TillOptions.bundleKey] {
            plan.bundles = ShopPlan.Bundles(trust: BundleTrust(shop: shop, key: key)) {
                settings.setup($0, $1, $2 ?? people)
            }
        }
        self.plan = plan
        setup = settings.setup(catalogue, shopSettings, people)
    }

    /// What the options say of the setup, whatever is sold.
    private struct Settings: Sendable {
        private let shop: String
        private let lane: String
        private let language: TillLanguage
        private let locale: ReceiptLocale
        private let hasCustomer: Bool
        private let showsChipData: Bool
        private let isSimulated: Bool
        private let tips: TippingRules?

        init(_ options: TillOptions, _ plan: ShopPlan, locale: String) {
            let isDemo = options[TillOptions.demo]
            shop = options[TillOptions.name] ?? (isDemo ? DemoShop.name : "Tender")
            lane = options[TillOptions.lane]
            language = plan.language
            self.locale = ReceiptLocale(locale)
            hasCustomer = plan.hasCustomer
            // Whose kernel is this library, nobody else knows them.
            showsChipData = plan.reader.chipModel != nil || plan.reader.method == .usb
            isSimulated = isDemo || (plan.gateway == .inside && plan.reader.dialect != .zvt)
            tips = isDemo ? DemoShop.tips : nil
        }

        func setup(_ catalogue: Catalogue, _ settings: ShopSettings, _ people: [Cashier]) -> TillSetup {
            let now = WallTime.now
            let receipts = ReceiptContext(
                merchant: ReceiptMerchant(
                    name: shop, address: settings.address, phone: settings.phone, taxID: settings.taxNumber),
                time: ReceiptTime(milliseconds: now, offsetMinutes: WallTime.offsetMinutes(at: now)), locale: locale,
                footer: settings.footer, showsChipData: showsChipData, isSimulated: isSimulated)
            return TillSetup(
                register: RegisterSetup(
                    catalogue: catalogue, people: people.compactMap(RegisterPerson.init),
                    permissions: settings.permissions, cashRounding: settings.cashRounding,
                    largestDifference: settings.largestDifference ?? ShopSettings.usualDifference(catalogue.currency),
                    reasons: settings.reasons, lane: lane, receipts: receipts, tips: settings.tips ?? tips),
                shop: shop, language: language,
                denominations: settings.denominations ?? CashDrawer.denominations(of: catalogue.currency),
                hasCustomer: hasCustomer)
        }
    }

    /// The card that the options put into the simulated customer's wallet.
    private static func chip(_ options: TillOptions) throws -> ChipProfile? {
        if let path = options[TillOptions.cardFile] { return try ChipCardFile.read(path) }
        return try options[TillOptions.card].map { ChipProfile(card: try SimulatedCard.named($0)) }
    }

    /// Returns the folder in which the options keep everything.
    static func state(_ options: TillOptions) throws -> StateFolder {
        if let path = options[TillOptions.state] { return StateFolder(path) }
        let usual = try StateFolder.usual()
        // Trials are not mixed with sales.
        return options[TillOptions.demo] ? StateFolder(usual.path + "-demo") : usual
    }

    private static func shop(_ options: TillOptions) throws -> (Catalogue, ShopSettings) {
        var catalogue = try DemoShop.catalogue()
        var settings = ShopSettings()
        if let path = options[TillOptions.shop] {
            let bytes = try bytes(path)
            let file = try read(path) { () throws(CatalogueImportError) in try ShopFile(json5: bytes) }
            (catalogue, settings) = (file.catalogue, file.settings)
        }
        for path in options[TillOptions.products] {
            let (bytes, base) = (try bytes(path), catalogue)
            catalogue = try read(path) { () throws(CatalogueImportError) in try base.adding(csv: bytes) }
        }
        return (catalogue, settings)
    }

    /// Reads a file; an error in it is reported with the file's name.
    private static func read<Value>(
        _ path: String, _ body: () throws(CatalogueImportError) -> Value
    ) throws(ShopFailure) -> Value {
        do throws(CatalogueImportError) {
            return try body()
        } catch {
            let lines = error.description.split(separator: "\n").map { "\(path): \($0)" }
            throw ShopFailure(lines.joined(separator: "\n"))
        }
    }

    private static func bytes(_ path: String) throws(ShopFailure) -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw ShopFailure("the file \(path) cannot be read")
        }
        return [UInt8](data)
    }

    /// The locale, by the usual order of variables.
    private static var locale: String {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }
}
