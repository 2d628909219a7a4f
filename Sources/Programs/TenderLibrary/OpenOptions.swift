import ChipReaders
import CommandLineOptions
import ServiceTills
import SimulatedCard
import Tender
import TenderAPI
import TenderKeys
import TenderService

/// The options with which a till is opened.
struct OpenOptions: Sendable {
    private static let path = ServiceField.Kind.text(4096)
    private static let fields = [
        ServiceField("folder", path, "where the journal is").required,
        ServiceField("name", .text(64), "the till's name"),
        ServiceField("gateway", .text(2048), "the URL of the payments API"),
        ServiceField("api_key_file", path, "a file with the API key"),
        ServiceField("ca_bundle", path, "further certificate authorities"),
        ServiceField("reader", .text(255), "the reader"),
        ServiceField("emv", path, "a file with rules and keys for chips"),
        ServiceField("sealing_key", .text(64), "the key of the key store under which cards are encrypted"),
        ServiceField("key_store", path, "the folder of the key store"),
        ServiceField("cards", .list(.text(60), 100), "test cards"),
        ServiceField("claim_by_call", .flag, "whether an approval is pending until it is claimed"),
    ]

    private let input: ServiceInput
    private let wish: ServiceTills.Wish
    private let folder: String

    /// Checks the options.
    ///
    /// - Throws: `ServiceError` that names the one that is unknown, missing or wrong.
    init(_ text: BoundedText) throws(ServiceError) {
        input = try ServiceInput(try text.json(), fields: Self.fields)
        folder = input.text("folder") ?? ""
        let name = input.text("name") ?? "till"
        guard name.isPlainName else {
            throw .invalid("'name' takes letters, digits, '_' and '-'", parameter: "name")
        }
        wish = ServiceTills.Wish(name: name, reader: try Self.reader(input))
        try Self.check(input, wish)
    }

    private static func reader(_ input: ServiceInput) throws(ServiceError) -> ReaderAddress {
        let hasGateway = input.text("gateway") != nil
        let text = input.text("reader") ?? (hasGateway ? "usb" : "simulated")
        guard let reader = ReaderAddress(text) else {
            throw .invalid("'reader' names no reader that a till has", parameter: "reader")
        }
        return reader
    }

    private static func check(_ input: ServiceInput, _ wish: ServiceTills.Wish) throws(ServiceError) {
        let key = input.text("sealing_key")
        guard (key == nil) == (input.text("key_store") == nil) else {
            throw .invalid(
                "'sealing_key' and 'key_store' go together", parameter: key == nil ? "sealing_key" : "key_store")
        }
        let hasGateway = input.text("gateway") != nil
        switch ServiceTills.misfit(
            [wish], hasGateway: hasGateway, hasUSBOptions: input.text("emv") != nil || key != nil)
        {
        case .needsGateway:
            throw .invalid("the reader is reached through the payments API: name it as 'gateway'", parameter: "gateway")
        case .isGateway:
            throw .invalid("the reader is the gateway itself: leave 'gateway' out", parameter: "gateway")
        case .needsUSBReader:
            throw .invalid("'emv' and 'sealing_key' are for USB readers", parameter: key == nil ? "emv" : "sealing_key")
        case nil: break
        }
    }

    /// Opens the till; blocks while it reads files.
    func open() async throws -> ServiceTills {
        try ServiceTills.makeFolder(folder)
        let equipment = ServiceTills.Equipment(
            cards: try (input.texts("cards") ?? []).map { try SimulatedCard.named($0) },
            contact: try input.text("emv").map { try ContactFile.read($0) }, sealer: try sealer(),
            policy: PaymentPolicy(claimsOnReturn: !(input.flag("claim_by_call") ?? false)))
        return try await ServiceTills.open([wish], in: folder, with: equipment, gateway: try gateway())
    }

    private func sealer() throws(KeyStoreError) -> (any CardSealer)? {
        guard let id = input.text("sealing_key"), let folder = input.text("key_store") else { return nil }
        return try DUKPTCardSealer(OpenKeyStores.store(folder), key: id.uppercased())
    }

    private func gateway() throws -> ServiceTills.Gateway? {
        guard let url = input.text("gateway") else { return nil }
        let key = try GatewayKey(for: url, file: input.text("api_key_file"))
        let connection = GatewayConnection(baseURL: url, extraCABundle: input.text("ca_bundle"))
        return (try PaymentsClient(apiKey: key.secret, connection: connection), key.binding)
    }
}
