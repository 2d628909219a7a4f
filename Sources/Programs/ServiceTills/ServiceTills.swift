package import CommandLineOptions
import FoundationEssentials
package import SimulatedCard
import SimulatedGateway
package import Tender
package import TenderService

/// The tills of the local service or of the C library, and what they share.
package struct ServiceTills: Sendable {
    /// A till as its user names it.
    package struct Wish: Sendable {
        /// The name, which its journal has too.
        package let name: String
        /// The reader.
        package let reader: ReaderAddress

        /// Describes a till.
        package init(name: String, reader: ReaderAddress) {
            self.name = name
            self.reader = reader
        }
    }

    /// What all tills sell with.
    package struct Equipment: Sendable {
        /// The cards that are presented at simulated readers.
        package var cards: [SimulatedCard]
        /// The rules and keys for chips; `nil` for those of the simulated cards, and at a real gateway for none.
        package var contact: ContactConfiguration?
        /// Encrypts what a reader hands out; `nil` for the simulators' published key, and at a real gateway for none.
        package var sealer: (any CardSealer)?
        /// The policy of waiting for outcomes.
        package var policy: PaymentPolicy
        /// What may be accepted without the gateway; nothing at smart readers and at terminals that sell by themselves.
        package var offline: OfflineLimits

        /// Puts them together.
        package init(
            cards: [SimulatedCard], contact: ContactConfiguration?, sealer: (any CardSealer)?, policy: PaymentPolicy,
            offline: OfflineLimits = .none
        ) {
            self.cards = cards
            self.contact = contact
            self.sealer = sealer
            self.policy = policy
            self.offline = offline
        }
    }

    /// Why wishes cannot be had together.
    package enum Misfit: Hashable, Sendable {
        /// The reader is reached through the payments API, and none is named.
        case needsGateway(ReaderAddress)
        /// The reader is the gateway itself, and no till needs the one that is named.
        case isGateway(ReaderAddress)
        /// There is something for chips or for readers that do not encrypt, and no USB reader.
        case needsUSBReader
    }

    /// The payments API outside of this process, and whose the journals are.
    package typealias Gateway = (client: PaymentsClient, binding: JournalBinding)

    /// The tills.
    package let desks: [TillDesk]
    /// The simulated gateway inside this process; `nil` if another one is used, or none.
    private let inside: SimulatedGateway?

    /// Returns why wishes cannot be had together; `nil` if they can.
    ///
    /// - Parameters:
    ///   - hasGateway: Whether a payments API outside of this process is named.
    ///   - hasUSBOptions: Whether there is something that only a USB reader takes.
    package static func misfit(_ wishes: [Wish], hasGateway: Bool, hasUSBOptions: Bool) -> Misfit? {
        let readers = wishes.map(\.reader)
        if !hasGateway, let smart = readers.first(where: { $0.method == .internet }) { return .needsGateway(smart) }
        if hasGateway, readers.allSatisfy(\.isGateway), let reader = readers.first { return .isGateway(reader) }
        let hasUSB = readers.contains { $0.chipModel != nil || $0.method == .usb }
        return hasUSBOptions && !hasUSB ? .needsUSBReader : nil
    }

    /// Makes the folder of the journals, which only its owner may read, if it is not there.
    package static func makeFolder(_ path: String) throws(CommandLineError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandLineError("the folder \(path) cannot be made")
        }
    }

    /// Opens every till's journal in a folder, and the gateway.
    ///
    /// - Parameter gateway: The payments API; `nil` for a simulated one inside this process.
    /// - Throws: What keeps a journal, a reader's configuration or a terminal from being opened.
    package static func open(
        _ wishes: [Wish], in folder: String, with equipment: Equipment, gateway: Gateway?
    ) async throws -> ServiceTills {
        let needsGateway = !wishes.allSatisfy(\.reader.isGateway)
        let inside =
            gateway == nil && needsGateway
            ? try SimulatedGateway(configuration: .init(storage: .file(folder + "/inside.gateway"))) : nil
        let station = TillStation(
            folder: folder, equipment: equipment, gateway: try gateway ?? inside.map(own), isInside: inside != nil)
        var desks: [TillDesk] = []
        for wish in wishes { desks.append(try await station.desk(wish)) }
        return ServiceTills(desks: desks, inside: inside)
    }

    /// Stops the gateway inside, if there is one, after the tills were closed.
    package func stopGateway() { inside?.stop() }

    /// Returns access to the gateway inside.
    private static func own(_ inside: SimulatedGateway) throws -> Gateway {
        let client = try PaymentsClient(apiKey: GatewayKey.loopback, connection: .init(baseURL: inside.url))
        return (client, JournalBinding(gateway: "the inside gateway", account: "simulator"))
    }
}

extension ReaderAddress {
    /// Whether it is a terminal that sells by itself.
    var isGateway: Bool { dialect == .zvt }
}
