public import TenderReaders

/// A simulated printer on a line, for a server of simulated devices.
public struct SimulatedPrinterCore: ProtocolCore {
    /// A command to the printer.
    public enum Command: Hashable, Sendable {
        /// Set or clear faults.
        case setFaults(Set<SimulatedPrinter.Fault>)
    }

    /// An output of the printer.
    public enum Output: Hashable, Sendable {
        /// All of its paper, after each cut.
        case printed(PrintedPaper)
        /// A drawer was opened: all pulses so far, by pin.
        case drawer([UInt8])
    }

    private var printer: SimulatedPrinter

    /// Creates the core of a printer.
    public init(_ printer: SimulatedPrinter = SimulatedPrinter()) { self.printer = printer }

    /// Handles one input.
    public mutating func handle(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>] {
        let before = printer
        var actions: [ProtocolAction<Output>] = []
        switch input {
        case .received(let bytes):
            let answers = printer.receive(bytes)
            if !answers.isEmpty { actions.append(.send(answers)) }
        case .command(.setFaults(let faults)): printer.faults = faults
        case .opened, .timerFired, .lost: return []
        }
        if printer.drawerPulses.count > before.drawerPulses.count {
            actions.append(.output(.drawer(printer.drawerPulses)))
        }
        if printer.paper.cutCount > before.paper.cutCount { actions.append(.output(.printed(printer.paper))) }
        return actions
    }
}
