import TenderBytes
import TenderEMV

extension FuzzTarget {
    /// A whole contactless transaction with a card that the input plays: it always ends, and within so many commands.
    @Sendable static func contactless(_ bytes: [UInt8]) {
        var card = FuzzedContactlessCard(bytes)
        guard var machine = card.machine() else { return check(false, "a configuration that is not taken") }
        var events: [ContactlessEvent] = [.started]
        var commands = 0
        var turns = 0
        while !machine.isEnded, !events.isEmpty {
            turns += 1
            check(turns < 4 * ContactlessMachine.mostCommands, "a transaction without an end")
            guard let actions = try? machine.handle(events.removeFirst()) else { return check(false, "a fault") }
            for action in actions {
                if case .transmit = action { commands += 1 }
                if let event = card.carryOut(action) { events.append(event) }
            }
        }
        check(machine.isEnded, "no outcome")
        check(commands <= ContactlessMachine.mostCommands, "\(commands) commands")
        check(machine.tornTransactions.count <= TornTransactions.most, "a log that grows")
    }
}
