import CommandLineOptions
import Tender

/// The command that creates a shipping rate.
enum ShippingRateCreateCommand: RequestCommand {
    typealias Object = ShippingRate

    static let name = "shipping-rate create"
    static let summary = "create a shipping rate, which checkout pages can offer"
    private static let displayName = RequiredOption(
        "name", "NAME", "the name that customers see", as: .text, example: "Parcel")
    private static let days = Option(
        "days", "N[-N]", "how many business days it takes, such as 3 or 2-4", as: .days)
    static let details: [any DeclaredOption] = [
        displayName, MoneyOptions.amount, MoneyOptions.currency, days, ShippingRateOptions.tax,
        GatewayAccess.idempotencyKey,
    ]
    static let notes = """
        Example: tender shipping-rate create --name Parcel --amount 4.90 --days 2-4 --gateway URL
        --amount 0 means free shipping.
        """

    static func request(_ arguments: Arguments) async throws -> ShippingRate {
        let amount = try Amount(parsing: arguments[MoneyOptions.amount], currency: arguments[MoneyOptions.currency])
        guard amount.minorUnits >= 0 else { throw CommandLineError("--amount \(amount) is below zero") }
        let estimate = arguments[days].map { days in
            DeliveryEstimate(
                minimum: .init(days.lowerBound, .businessDay), maximum: .init(days.upperBound, .businessDay))
        }
        return try await GatewayAccess.client(arguments).createShippingRate(
            ShippingRateParameters(
                arguments[displayName], amount, deliveryEstimate: estimate,
                taxBehavior: arguments[ShippingRateOptions.tax]),
            key: GatewayAccess.key(arguments, "shipping-rate"))
    }
}

/// The command that lists shipping rates.
enum ShippingRateListCommand: ListCommand {
    static let name = "shipping-rate list"
    static let summary = "list shipping rates, newest first"
    static let filters: [any DeclaredOption] = [ShippingRateOptions.active]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<ShippingRate> {
        try await GatewayAccess.client(arguments).listShippingRates(
            active: ShippingRateOptions.isActive(arguments), query)
    }

    static func nothing(_ arguments: Arguments) -> String {
        "No shipping rates: see tender shipping-rate create --help"
    }

    static func line(_ rate: ShippingRate) -> String { rate.line }
}

/// The command that shows a shipping rate.
enum ShippingRateShowCommand: RequestCommand {
    typealias Object = ShippingRate

    static let name = "shipping-rate show"
    static let summary = "show a shipping rate, and how long it takes"
    static let operands: [any DeclaredOperand] = [ShippingRateOptions.id]

    static func request(_ arguments: Arguments) async throws -> ShippingRate {
        try await GatewayAccess.client(arguments).retrieveShippingRate(arguments[ShippingRateOptions.id])
    }
}

/// The command that closes a shipping rate, or opens it again.
enum ShippingRateUpdateCommand: RequestCommand {
    typealias Object = ShippingRate

    static let name = "shipping-rate update"
    static let summary = "change whether new pages can offer a shipping rate; its amount never changes"
    static let operands: [any DeclaredOperand] = [ShippingRateOptions.id]
    static let details: [any DeclaredOption] = [ShippingRateOptions.active, ShippingRateOptions.tax]

    static func request(_ arguments: Arguments) async throws -> ShippingRate {
        let active = ShippingRateOptions.isActive(arguments)
        let tax = arguments[ShippingRateOptions.tax]
        guard active != nil || tax != nil else {
            throw CommandLineError("nothing to change: give --active or --tax-behavior")
        }
        return try await GatewayAccess.client(arguments).updateShippingRate(
            arguments[ShippingRateOptions.id], active: active, taxBehavior: tax, key: GatewayAccess.makeKey("update"))
    }
}

/// The shared parts of the commands on shipping rates.
private enum ShippingRateOptions {
    static let id = Operand("ID", "shipping rate id, shr_…", as: .text)
    static let active = Option(
        "active", "ANSWER", "whether new pages can offer it", as: .choice(["yes", "no"]))
    static let tax = Option<TaxBehavior?>(
        "tax-behavior", "BEHAVIOR", "whether tax is part of the amount; once set, it stays",
        as: .choice([.inclusive, .exclusive], spelled: \.rawValue))

    /// Returns what `--active` says; `nil` without it.
    static func isActive(_ arguments: Arguments) -> Bool? { arguments[active].map { $0 == "yes" } }
}

extension OptionText where Value == ClosedRange<Int64> {
    /// A number of days, or the fewest and the most.
    fileprivate static var days: OptionText {
        OptionText("a number of days such as 3, or the fewest and the most such as 2-4") { text in
            let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
            guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first > 0, first <= last else {
                return nil
            }
            return first...last
        }
    }
}

extension ShippingRate {
    /// One line for people.
    fileprivate var line: String {
        [id, displayName, "\(amount)", active ? nil : "not offered"].compactMap(\.self).joined(separator: "  ")
    }

    /// The facts that interest people.
    fileprivate var lines: [String?] {
        [
            line, deliveryEstimate?.words.map { "  takes     \($0)" },
            taxBehavior.flatMap { $0 == .unspecified ? nil : "  tax       \($0.rawValue)" },
        ]
    }
}

extension DeliveryEstimate {
    /// The estimate for people, such as `2 to 4 business days`; `nil` if it says nothing.
    fileprivate var words: String? {
        switch (minimum, maximum) {
        case (nil, nil): nil
        case (let least?, nil): "at least \(least.words)"
        case (nil, let most?): "at most \(most.words)"
        case (let least?, let most?):
            if least == most {
                most.words
            } else {
                least.unit == most.unit ? "\(least.value) to \(most.words)" : "\(least.words) to \(most.words)"
            }
        }
    }
}

extension DeliveryEstimate.Bound {
    /// The number and what is counted.
    fileprivate var words: String {
        "\(value) \(unit.rawValue.replacing("_", with: " "))" + (value == 1 ? "" : "s")
    }
}

extension ObjectCommand where Object == ShippingRate {
    static func lines(_ rate: ShippingRate) -> [String?] { rate.lines }
}
