internal import Glibc
internal import SimulatedPages
public import SimulatedPayments
internal import TenderHTTPServer

/// The simulated payments API on a real HTTP port of this machine.
///
/// It listens on 127.0.0.1 unless given another address; requests reach the rules one after the other, on one thread
/// for all connections. It stops when the last reference goes, or with `stop()`.
public final class SimulatedGateway: Sendable {
    /// The storage of the objects.
    public enum Storage: Hashable, Sendable {
        /// The memory of this process.
        case memory
        /// An SQLite file; every answer is on the disk before it is sent, and a later gateway continues with it.
        case file(String)
    }

    /// The configuration of a gateway.
    public struct Configuration: Sendable {
        /// The numeric address that it listens on; any but a loopback address lets other machines in.
        public var host = "127.0.0.1"
        /// The address where people and programs reach it, such as `http://192.168.1.5:12111`, without a path; `nil`
        /// for `url`.
        public var publicURL: String?
        /// The TCP port; 0 lets the system choose.
        public var port: UInt16
        /// The storage of the objects.
        public var storage: Storage
        /// The faults.
        public var faults: [Fault]
        /// Whether amounts with certain endings are refused, as in the API's test mode; otherwise the card alone
        /// decides.
        public var decidesByAmount: Bool
        /// The seconds after which a refund that does not succeed at once succeeds or fails.
        public var refundDelay = SimulatedPayments.refundDelay
        /// The seconds after which a bank pays a debit, or does not.
        public var debitDelay = SimulatedPayments.debitDelay
        /// The requests per second that each account may make before it gets a 429; `nil` for any number.
        public var requestsPerSecond: Int?
        /// The delivery of events to webhook endpoints.
        public var webhooks: Webhooks
        /// A closure that receives sentences for the operator of the gateway, such as about a full disk; called on the
        /// gateway's threads.
        public var report: @Sendable (String) -> Void = { _ in }
        /// The clock: seconds since 1970; called on the gateway's threads.
        public var clock: @Sendable () -> Int64
        /// A monotonic clock in milliseconds, only for `requestsPerSecond`.
        public var millisecondClock: @Sendable () -> Int64

        /// The time of this machine.
        public static let systemClock: @Sendable () -> Int64 = { Int64(time(nil)) }

        /// The uptime of this machine.
        public static let machineClock: @Sendable () -> Int64 = {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        }

        /// Creates a configuration; by default one in memory, on any port, without faults.
        public init(
            port: UInt16 = 0, storage: Storage = .memory, faults: [Fault] = [],
            decidesByAmount: Bool = true, requestsPerSecond: Int? = nil, webhooks: Webhooks = Webhooks(),
            clock: @escaping @Sendable () -> Int64 = systemClock,
            millisecondClock: @escaping @Sendable () -> Int64 = machineClock
        ) {
            self.port = port
            self.storage = storage
            self.faults = faults
            self.decidesByAmount = decidesByAmount
            self.requestsPerSecond = requestsPerSecond
            self.webhooks = webhooks
            self.clock = clock
            self.millisecondClock = millisecondClock
        }
    }

    /// The TCP port.
    public let port: UInt16
    /// The address for clients on this machine, such as `http://127.0.0.1:41234`.
    public let url: String
    /// The address that links in answers begin with, where others reach it.
    public let publicURL: String

    let core: GatewayCore
    private let server: HTTPServer
    private let sender: WebhookSender

    /// Starts to listen.
    ///
    /// - Throws: `SimulatedGatewayError` when the port is taken, the file cannot be used, or no thread is available.
    public init(configuration: Configuration = Configuration()) throws(SimulatedGatewayError) {
        let core = try GatewayCore(configuration)
        let server = try Self.listen(configuration, core)
        do throws(SimulatedGatewayError) {
            sender = try WebhookSender(core, configuration)
        } catch {
            server.stop()
            throw error
        }
        self.server = server
        self.core = core
        port = server.port
        url = server.url
        publicURL = configuration.publicURL ?? url
        core.setPublicURL(publicURL)
    }

    deinit { stop() }

    /// Returns whether a numeric address belongs to this machine only.
    public static func isLoopback(host: String) -> Bool { HTTPServer.isLoopback(host: host) }

    private static func listen(
        _ configuration: Configuration, _ core: GatewayCore
    ) throws(SimulatedGatewayError) -> HTTPServer {
        do throws(HTTPServerError) {
            return try HTTPServer(.gateway(configuration)) { core.exchange(APIRequest($0), $1) }
        } catch {
            throw .cannotListen(host: error.host, port: error.port, reason: error.reason)
        }
    }

    /// Returns what the issuer really did for a PaymentIntent, up to now; `nil` if no card was presented for it, and
    /// after the gateway has stopped: ask before.
    public func ledger(paymentIntent: String) -> LedgerEntry? { core.ledger(paymentIntent: paymentIntent) }

    /// Returns how many requests of `endpoint` arrived, including those that a fault hit.
    public func requests(_ endpoint: Endpoint) -> Int { core.requests(endpoint) }

    /// Replaces the faults that are not used up.
    public func setFaults(_ faults: [Fault]) { core.setFaults(faults) }

    /// Moves the gateway's clocks, for holds that expire; they stay moved until the process ends.
    public func advanceClock(by seconds: Int64) { core.advanceClock(by: seconds) }

    /// Closes every connection, including delayed requests, and the port; may be called again.
    ///
    /// It blocks until the gateway's threads have ended: a fraction of a second.
    public func stop() {
        core.stop()
        server.stop()
        sender.stop()
    }
}
