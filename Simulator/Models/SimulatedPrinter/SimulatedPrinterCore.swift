public import TenderReaders

/// A simulated printer on a line: play it with a server of simulated devices.
public struct SimulatedPrinterCore: ProtocolCore {
    /// What can be done to it.
    public enum Command: Hashable, Sendable {
        /// Breaks it, or mends it.
        case setFaults(Set<SimulatedPrinter.Fault>)
    }

    /// What it tells.
    public enum Output: Hashable, Sendable {
        /// All of its paper, after each cut.
        case printed(PrintedPaper)
        /// A drawer was opened: all pulses so far, by pin.
        case drawer([UInt8])
    }

    private var printer: SimulatedPrinter

    /// Puts a printer on a line.
    public init(_ printer: SimulatedPrinter = SimulatedPrinter()) { self.printer = printer }

    /// Takes one input.
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
