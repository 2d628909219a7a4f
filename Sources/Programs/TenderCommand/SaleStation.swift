import ChipReaders
import CommandLineOptions
import SimulatedCard
import SimulatedDevices
import SimulatedGateway
import SimulatedReader
import Tender

/// The parts that a sale needs: the gateway, the readers, the journal.
struct SaleStation: Sendable {
    /// The gateway that authorizes payments.
    let gateway: any Gateway
    /// The payments API itself; `nil` where the sale does not go through it.
    var client: PaymentsClient?
    let readers: any ReaderSource
    /// The journal that every charge is written to first.
    let access: JournalAccess
    /// The simulated gateway inside this process; `nil` if another one is used.
    let inside: SimulatedGateway?
    /// The policy of waiting for the outcome.
    var policy = PaymentPolicy(claimsOnReturn: false)
    /// The notices of a semi-integrated terminal besides the outcome; one consumer.
    var notices: AsyncStream<ZVTTerminal.Notice>?

    /// Opens what the options name.
    static func open(
        _ wanted: SaleOptions, _ arguments: Arguments, _ output: Output
    ) async throws -> SaleStation {
        if wanted.reader.dialect == .zvt {
            let terminal = try await SemiIntegrated.open(wanted.reader, arguments)
            return SaleStation(
                gateway: terminal.terminal, readers: terminal.readers, access: terminal.access, inside: nil,
                policy: ZVTTerminal.patient(PaymentPolicy(claimsOnReturn: false)),
                notices: terminal.terminal.notices)
        }
        if wanted.reader.method == .internet { return try await openInternet(wanted, arguments) }
        let isInside = !arguments.isGiven(GatewayAccess.gateway)
        guard isInside || wanted.faults.isEmpty else {
            throw CommandLineError(
                "--fault is for the simulated gateway inside: give it to tender gateway serve instead")
        }
        let inside = isInside ? try SimulatedGateway(configuration: .init(faults: wanted.faults)) : nil
        let client =
            try inside.map { try GatewayAccess.client(url: $0.url, key: GatewayKey.loopback) }
            ?? GatewayAccess.client(arguments)
        let access = try await isInside ? JournalAccess.openInside(arguments) : JournalAccess.open(arguments)
        return SaleStation(
            gateway: client, client: client, readers: try readers(wanted, isInside, output), access: access,
            inside: inside)
    }

    /// Opens a smart reader, driven through the payments API.
    private static func openInternet(_ wanted: SaleOptions, _ arguments: Arguments) async throws -> SaleStation {
        guard arguments.isGiven(GatewayAccess.gateway) else {
            throw CommandLineError("\(wanted.reader) is reached through the payments API: name it with --gateway URL")
        }
        guard wanted.faults.isEmpty, wanted.offline == .requireOnline else {
            throw CommandLineError("--fault and --offline are not for smart readers")
        }
        let client = try GatewayAccess.client(arguments)
        var policy = InternetReaderGateway.policy
        policy.claimsOnReturn = false
        return SaleStation(
            gateway: InternetReaderGateway(client), client: client, readers: InternetReaderSource(client),
            access: try await JournalAccess.open(arguments), inside: nil, policy: policy)
    }

    private static func readers(
        _ wanted: SaleOptions, _ isInside: Bool, _ output: Output
    ) throws -> any ReaderSource {
        let chooser = ApplicationPrompt.chooser(wanted.application, output)
        var contact = try wanted.contactFile.map { try ContactFile.read($0) }
        if wanted.usesQuickChip {
            let hasDefault = isInside || wanted.reader.chipModel != nil
            contact = try (contact ?? (hasDefault ? SimulatedTerminal.configuration() : nil))?.withQuickChip
        }
        let sealer = try wanted.sealingKey?.open()
        if wanted.reader.chipModel != nil {
            let chips =
                try wanted.cardFile.map { [try ChipCardFile.read($0)] } ?? wanted.cards.map { ChipProfile(card: $0) }
            return try SimulatedChipReaders(
                wanted.reader, cards: chips, customer: chips.isEmpty ? .nobody : .follows,
                acceptance: .simulated(contact, sealer: sealer, chooser: chooser))
        }
        guard wanted.reader.method == .simulated else {
            return try HardwareReaderSource(
                isSimulated: isInside, contact: contact, sealer: sealer, chooser: chooser)
        }
        var script = script(wanted)
        script.consent = wanted.consent
        return SimulatedReaderSource([script])
    }

    private static func script(_ wanted: SaleOptions) -> ReaderScript {
        guard !wanted.cards.isEmpty else { return .noCard }
        return switch wanted.askedTip {
        case .upTo(let tip)?: .cards(wanted.cards, tip: tip.minorUnits)
        case .configured?: .cards(wanted.cards, pickingTip: 0)
        case nil: .cards(wanted.cards)
        }
    }

    /// Closes the journal and the inside gateway.
    func close() async {
        await access.close()
        inside?.stop()
    }
}
