import ChipReaders
import CommandLineOptions
import FoundationEssentials
import ServiceTills
import SimulatedCard
import SimulatedGateway
import Tender
import TenderService
import TenderServiceServer

/// The command that runs the local service until it is stopped.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "run the local service: any front end sells by HTTP and JSON, on this machine alone"
    static let defaultPort: UInt16 = 12113
    private static let till = Option(
        repeated: "till", "NAME[=READER]", "a till and its reader; 'till' with the usual reader when left out",
        as: .text)
    private static let card = Option(
        "card", "NAME[,NAME…]",
        "cards presented by themselves at a simulated reader; when left out, a front end presents them; "
            + "simulated-ccid then has a Visa", as: .text)
    private static let contact = Option(
        "emv", "FILE",
        "rules and keys for chips in USB readers; else those for the simulated cards, or with usb and --gateway none",
        as: .file)
    static let port = Option(
        "port", "N", "the TCP port; 0 for a free one", as: .number(in: UInt16.min...UInt16.max), default: defaultPort)
    private static let host = Option(
        "host", "ADDRESS", "the loopback address to listen on; 127.0.0.1 when left out", as: .text)
    private static let socket = Option("socket", "FILE", "listen on this socket in place of a port", as: .file)
    private static let hostName = Option(
        repeated: "host-name", "NAME", "a name under which a proxy passes requests on, such as till.example.com",
        as: .text)
    private static let origin = Option(
        repeated: "origin", "ORIGIN", "another origin whose pages may ask, such as https://till.example.com", as: .text)
    private static let claims = Option(
        flag: "claim-by-call", "list an approval as pending until the front end claims it")
    private static let verbose = Option(flag: "verbose", "log each request to stderr")
    static let options: [any DeclaredOption] =
        [
            till, card, contact, port, host, socket, hostName, origin, claims, OfflineLimitOptions.limit,
            OfflineLimitOptions.total, MoneyOptions.currency, verbose, ServiceFolder.option,
        ]
        + SealingKey.options + GatewayAccess.options + [Output.json]
    static let notes = """
        READER is simulated, simulated-ccid[:MODEL], usb[:ID][#SLOT], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID].
        A ZVT terminal is its own gateway. For the others, without --gateway, a simulated one runs inside, and keeps what was sold in
        the folder.

        Payments are taken offline only with --offline-limit or --offline-total, in --currency, where the front end asks for it.
        A front end needs a token: tender serve token add NAME. The page at / sells on the simulated reader, /docs lists every call.
        Other machines come through a proxy with TLS: docs/service.md.
        """

    private struct Report: Encodable {
        var url: String
        var port: UInt16
        var tills: [String]
        var folder: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let folder = try ServiceFolder.open(arguments)
        let (wishes, sealingKey) = (try wishes(arguments), try SealingKey(arguments))
        let hasUSBOptions = arguments.isGiven(contact) || sealingKey != nil
        let hasGateway = arguments.isGiven(GatewayAccess.gateway)
        if let misfit = ServiceTills.misfit(wishes, hasGateway: hasGateway, hasUSBOptions: hasUSBOptions) {
            throw CommandLineError(sentence(misfit))
        }
        let equipment = ServiceTills.Equipment(
            cards: try cards(arguments), contact: try arguments[contact].map { try ContactFile.read($0) },
            sealer: try sealingKey?.open(), policy: PaymentPolicy(claimsOnReturn: !arguments[claims]),
            offline: try offlineLimits(arguments))
        let tills = try await ServiceTills.open(wishes, in: folder, with: equipment, gateway: gateway(arguments))
        let server = try ServiceServer(configuration(arguments, tills, folder, output))
        let signal = InterruptSignal.awaited()
        tell(server, tills, folder, arguments, output)
        let manager = ServiceManager()
        manager.tell("READY=1\nSTATUS=\(tills.desks.count) tills at \(server.url)")
        let watchdog = manager.watch { for desk in tills.desks { await desk.respond() } }
        for await _ in signal {}
        manager.tell("STOPPING=1")
        output.remark("tender: stopping: what was sent is waited for")
        watchdog?.cancel()
        await server.stop()
        tills.stopGateway()
        return .done
    }

    /// Returns what may be accepted without the gateway: nothing, unless a limit is given.
    private static func offlineLimits(_ arguments: Arguments) throws -> OfflineLimits {
        guard arguments[OfflineLimitOptions.limit] != nil || arguments[OfflineLimitOptions.total] != nil else {
            return .none
        }
        return try OfflineLimitOptions.limits(arguments, arguments[MoneyOptions.currency])
    }

    private static func wishes(_ arguments: Arguments) throws -> [ServiceTills.Wish] {
        let usual = arguments.isGiven(GatewayAccess.gateway) ? "usb" : "simulated"
        let named = arguments[till].isEmpty ? ["till"] : arguments[till]
        var wishes: [ServiceTills.Wish] = []
        for text in named {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts[0].isPlainName, let reader = ReaderAddress(parts.count == 2 ? parts[1] : usual) else {
                throw CommandLineError("--till takes a name, or a name and a reader such as front=usb, not '\(text)'")
            }
            guard !wishes.contains(where: { $0.name == parts[0] }) else {
                throw CommandLineError("there are two tills '\(parts[0])'")
            }
            wishes.append(ServiceTills.Wish(name: parts[0], reader: reader))
        }
        return wishes
    }

    private static func sentence(_ misfit: ServiceTills.Misfit) -> String {
        switch misfit {
        case .needsGateway(let reader): "\(reader) is reached through the payments API: name it with --gateway URL"
        case .isGateway(let reader): "\(reader) is the gateway itself: leave --gateway out, or name another reader"
        case .needsUSBReader: "--emv and --sealing-key are for USB readers: add a till such as --till front=usb"
        }
    }

    /// Returns access to the payments API that the options name; `nil` if they name none.
    private static func gateway(_ arguments: Arguments) throws -> ServiceTills.Gateway? {
        guard arguments.isGiven(GatewayAccess.gateway) else { return nil }
        return (try GatewayAccess.client(arguments), try JournalAccess.binding(arguments))
    }

    private static func cards(_ arguments: Arguments) throws -> [SimulatedCard] {
        try (arguments[card] ?? "").split(separator: ",").map { try SimulatedCard.named(String($0)) }
    }

    private static func configuration(
        _ arguments: Arguments, _ tills: ServiceTills, _ folder: String, _ output: Output
    ) -> ServiceServer.Configuration {
        var configuration = ServiceServer.Configuration(
            tokenFile: ServiceFolder.tokens(folder), version: TenderCommand.version, tills: tills.desks)
        if let host = arguments[Self.host] { configuration.host = host == "localhost" ? "127.0.0.1" : host }
        configuration.port = arguments[port]
        configuration.socketPath = arguments[socket]
        configuration.hostNames = Set(arguments[hostName])
        configuration.origins = Set(arguments[origin])
        configuration.warn = { output.remark("tender: \($0)") }
        if arguments[verbose] { configuration.report = { output.remark("tender: \($0)") } }
        return configuration
    }

    private static func tell(
        _ server: ServiceServer, _ tills: ServiceTills, _ folder: String, _ arguments: Arguments, _ output: Output
    ) {
        let names = tills.desks.map(\.name)
        let tokens = try? TokenFile(path: ServiceFolder.tokens(folder)).read()
        output.object(Report(url: server.url, port: server.port, tills: names, folder: folder))
        output.line("The service listens on \(server.url) for \(names.joined(separator: ", ")): stop it with Ctrl-C.")
        guard tokens?.isEmpty ?? true else { return }
        let place = arguments.isGiven(ServiceFolder.option) ? " --folder \(folder)" : ""
        output.remark("tender: no front end has a token yet: tender serve token add NAME\(place)")
    }
}
