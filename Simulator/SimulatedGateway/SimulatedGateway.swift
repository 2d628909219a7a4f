internal import Glibc
public import SimulatedPayments

/// The simulated payments API on a real HTTP port of this machine.
///
/// It listens on 127.0.0.1 only, with a thread for each connection; requests meet the rules one after the other. It
/// stops when the last reference goes, or with `stop()`.
public final class SimulatedGateway: Sendable {
    /// Where the objects live.
    public enum Storage: Hashable, Sendable {
        /// In this process.
        case memory
        /// In an SQLite file; every answer is on the disk before it is sent, and a later gateway continues with it.
        case file(String)
    }

    /// How a gateway is started.
    public struct Configuration: Sendable {
        /// The TCP port; 0 lets the system choose.
        public var port: UInt16
        /// Where the objects live.
        public var storage: Storage
        /// What goes wrong.
        public var faults: [Fault]
        /// Whether amounts with certain endings are refused, as by the API's test mode; otherwise the card alone decides.
        public var decidesByAmount: Bool
        /// Seconds since 1970; called on the gateway's threads.
        public var clock: @Sendable () -> Int64

        /// The time of this machine.
        public static let systemClock: @Sendable () -> Int64 = { Int64(time(nil)) }

        /// Describes a gateway; by default one in memory, on any port, without faults.
        public init(
            port: UInt16 = 0, storage: Storage = .memory, faults: [Fault] = [],
            decidesByAmount: Bool = true, clock: @escaping @Sendable () -> Int64 = systemClock
        ) {
            self.port = port
            self.storage = storage
            self.faults = faults
            self.decidesByAmount = decidesByAmount
            self.clock = clock
        }
    }

    /// The TCP port.
    public let port: UInt16

    private let core: GatewayCore
    private let server: HTTPServer

    /// Starts to listen.
    ///
    /// - Throws: `SimulatedGatewayError` when the port is taken or the file cannot be used.
    public init(configuration: Configuration = Configuration()) throws(SimulatedGatewayError) {
        let core = try GatewayCore(configuration)
        server = try HTTPServer(port: configuration.port) { core.exchange($0) }
        self.core = core
        port = server.port
    }

    deinit { stop() }

    /// The address for clients, such as `http://127.0.0.1:41234`.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// What the issuer really did for a PaymentIntent, up to now; `nil` when no card was presented for it.
    public func ledger(paymentIntent: String) -> LedgerEntry? { core.ledger(paymentIntent: paymentIntent) }

    /// How many requests of `endpoint` arrived, those that a fault hit included.
    public func requests(_ endpoint: Endpoint) -> Int { core.requests(endpoint) }

    /// Replaces the faults that are not used up.
    public func setFaults(_ faults: [Fault]) { core.setFaults(faults) }

    /// Moves the gateway's clock, for holds that expire; it stays moved until the process ends.
    public func advanceClock(by seconds: Int64) { core.advanceClock(by: seconds) }

    /// Closes every connection, delayed requests included, and the port; may be called again.
    ///
    /// It blocks until the gateway's threads have ended: a fraction of a second.
    public func stop() {
        core.stop()
        server.stop()
    }
}
