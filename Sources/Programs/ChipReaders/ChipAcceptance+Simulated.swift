package import SimulatedDevices
package import Tender

extension ChipAcceptance {
    /// What chips are accepted with where the simulated gateway is the acquirer.
    ///
    /// - Parameters:
    ///   - contact: The rules and keys; `nil` for those of the simulated cards.
    ///   - sealer: The encryption; `nil` for one under the simulators' published key.
    ///   - chooser: Asks the customer about the applications of a card; `nil` if nobody can.
    package static func simulated(
        _ contact: ContactConfiguration?, sealer: (any CardSealer)? = nil, chooser: ApplicationChooser? = nil
    ) throws -> ChipAcceptance {
        ChipAcceptance(
            configuration: try contact ?? SimulatedTerminal.configuration(),
            sealer: sealer ?? SimulatedCardSealer.fresh, chooser: chooser)
    }
}

extension SimulatedCardSealer {
    /// A sealer of which only a simulated gateway can open anything, with numbers that no earlier run used.
    package static var fresh: SimulatedCardSealer {
        SimulatedCardSealer(counter: UInt64(UInt32.random(in: 0...(.max >> 1))) << 32)
    }
}

extension HardwareReaderSource {
    /// The readers of this machine, for a till whose acquirer is the simulated gateway, or another one.
    ///
    /// - Parameters:
    ///   - isSimulated: Whether the simulated gateway opens what a reader does not encrypt itself; with another one, such
    ///     a reader refuses to sell.
    ///   - contact: The rules and keys for chips; `nil` for those of the simulated cards, and with another gateway for
    ///     none, since everybody could make a card for those.
    ///   - sealer: An encryption that the gateway knows, which takes the place of the simulated one's.
    ///   - chooser: Asks the customer about the applications of a chip; `nil` if nobody can.
    package convenience init(
        isSimulated: Bool, contact: ContactConfiguration?, sealer: (any CardSealer)? = nil,
        chooser: ApplicationChooser? = nil
    ) throws {
        self.init(
            sealer: sealer ?? (isSimulated ? SimulatedCardSealer.fresh : nil),
            contact: try contact ?? (isSimulated ? SimulatedTerminal.configuration() : nil), chooser: chooser)
    }
}
