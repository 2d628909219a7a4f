import FoundationEssentials
import Glibc
import TenderModel
import TenderPrinting
import TenderSale
import TillScreens
import TillShop

/// What the options come to: the till's setup, and the plan of its shop; reads files, and so blocks.
struct TillPlans: Sendable {
    let setup: TillSetup
    let plan: ShopPlan

    init(_ options: TillOptions) throws {
        let catalogue = try Self.catalogue(options)
        let state = try Self.state(options)
        let people = try options.isDemo ? DemoShop.people() : PeopleFile.read(state.people)
        guard people.contains(where: \.isActive) else {
            throw ShopFailure("nobody may sign in: let somebody, with till --add-person ID NAME manager")
        }
        let locale = options.locale ?? options.language?.rawValue ?? Self.locale
        var plan = ShopPlan(state: state, people: people, float: try CashDrawer.demoFloat(catalogue.currency))
        if let url = options.gateway { plan.gateway = .url(url, keyFile: options.keyFile) }
        plan.thanksURL = options.thanks
        plan.reader = options.reader ?? ReaderAddress(options.gateway == nil || options.isDemo ? .simulated : .usb)
        plan.printer = options.printer
        plan.printerSettings = PrinterSettings(width: options.paperWidth)
        if let text = options.offlineLimit {
            let limit = try Amount(parsing: text, currency: catalogue.currency)
            plan.offline = OfflineLimits(perPayment: [limit], stored: [try limit.multiplied(by: 10)])
        }
        if let id = options.signIn, id != "none", !people.contains(where: { $0.id == id }) {
            throw ShopFailure("nobody has the id \(id): give \(people.map(\.id).joined(separator: " or "))")
        }
        if options.isDemo {
            plan.signIn = options.signIn == "none" ? nil : options.signIn ?? DemoShop.pins.first?.id
            plan.greeting = plan.signIn == nil ? DemoShop.greeting : nil
        }
        self.plan = plan
        let shop = options.name ?? (options.isDemo ? DemoShop.name : "Tender")
        let now = WallTime.now
        let receipts = ReceiptContext(
            merchant: ReceiptMerchant(name: shop),
            time: ReceiptTime(milliseconds: now, offsetMinutes: WallTime.offsetMinutes(at: now)),
            locale: ReceiptLocale(locale),
            isSimulated: options.isDemo || (plan.gateway == .inside && plan.reader.dialect != .zvt))
        setup = TillSetup(
            register: RegisterSetup(
                catalogue: catalogue, people: people.compactMap(RegisterPerson.init), lane: options.lane,
                receipts: receipts),
            shop: shop, language: options.language ?? TillLanguage(locale: locale),
            denominations: CashDrawer.denominations(of: catalogue.currency), hasCustomer: plan.hasCustomer)
    }

    /// Where the options have everything kept.
    static func state(_ options: TillOptions) throws -> StateFolder {
        if let path = options.state { return StateFolder(path) }
        let usual = try StateFolder.usual()
        // What was only tried out is not mixed with what was sold.
        return options.isDemo ? StateFolder(usual.path + "-demo") : usual
    }

    private static func catalogue(_ options: TillOptions) throws -> Catalogue {
        var catalogue: Catalogue
        if let path = options.shop {
            catalogue = try Catalogue(json5: try bytes(path))
        } else {
            catalogue = try DemoShop.catalogue()
        }
        for path in options.products { catalogue = try catalogue.adding(csv: try bytes(path)) }
        return catalogue
    }

    private static func bytes(_ path: String) throws(ShopFailure) -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw ShopFailure("the file \(path) cannot be read")
        }
        return [UInt8](data)
    }

    /// The locale by the usual order of variables.
    private static var locale: String {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }
}
