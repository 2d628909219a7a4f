import SimulatedCard
import SimulatedDevices
import SimulatedGateway
import SimulatedReader
import Tender

/// What a sale is made with: the gateway, the readers, the journal.
struct SaleStation: Sendable {
    /// Who authorises.
    let gateway: any Gateway
    /// Where the reader is looked for.
    let readers: any ReaderSource
    /// Where what is charged is written first.
    let access: JournalAccess
    /// The simulated gateway inside this process; nil when another one is used.
    let inside: SimulatedGateway?
    /// How patiently the outcome is waited for.
    var policy = PaymentPolicy(claimsOnReturn: false)
    /// What a semi-integrated terminal says beside the outcome; one consumer.
    var notices: AsyncStream<ZVTTerminal.Notice>?

    /// Opens what the options name.
    static func open(_ wanted: SaleOptions, _ options: Options) async throws -> SaleStation {
        if wanted.reader.dialect == .zvt {
            let terminal = try await SemiIntegrated.open(wanted.reader, options)
            return SaleStation(
                gateway: terminal.terminal, readers: terminal.readers, access: terminal.access, inside: nil,
                policy: SemiIntegrated.patient(PaymentPolicy(claimsOnReturn: false)),
                notices: terminal.terminal.notices)
        }
        if wanted.reader.method == .internet { return try await openInternet(wanted, options) }
        let isInside = !options.has(.gateway)
        guard isInside || wanted.faults.isEmpty else {
            throw CommandLineError("--fault is for the inside gateway: give it to tender gateway serve instead")
        }
        let inside = isInside ? try SimulatedGateway(configuration: .init(faults: wanted.faults)) : nil
        let client =
            try inside.map { try GatewayAccess.client(url: $0.url, key: GatewayKey.loopback) }
            ?? GatewayAccess.client(options)
        let access = try await isInside ? JournalAccess.openInside(options) : JournalAccess.open(options)
        return SaleStation(gateway: client, readers: readers(wanted, isInside), access: access, inside: inside)
    }

    /// A smart reader, driven through the payments API.
    private static func openInternet(_ wanted: SaleOptions, _ options: Options) async throws -> SaleStation {
        guard options.has(.gateway) else {
            throw CommandLineError("\(wanted.reader) is reached through the payments API: name it with --gateway URL")
        }
        guard wanted.faults.isEmpty, wanted.offline == .requireOnline else {
            throw CommandLineError("--fault and --offline are not for smart readers")
        }
        let client = try GatewayAccess.client(options)
        var policy = InternetReaderGateway.policy
        policy.claimsOnReturn = false
        return SaleStation(
            gateway: InternetReaderGateway(client), readers: InternetReaderSource(client),
            access: try await JournalAccess.open(options), inside: nil, policy: policy)
    }

    private static func readers(_ wanted: SaleOptions, _ isInside: Bool) -> any ReaderSource {
        guard wanted.reader.method == .simulated else {
            // Only the simulated gateway can open what this seals.
            let counter = UInt64(UInt32.random(in: 0...(.max >> 1))) << 32
            return HardwareReaderSource(sealer: isInside ? SimulatedTrackSealer(counter: counter) : nil)
        }
        return SimulatedReaderSource([wanted.cards.isEmpty ? ReaderScript.noCard : .cards(wanted.cards)])
    }

    /// Closes the journal and the inside gateway.
    func close() async {
        await access.close()
        inside?.stop()
    }
}
