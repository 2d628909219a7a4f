import Foundation
import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

@Suite struct PaymentMachineTotalityTests {
    private struct Pair: Hashable {
        var phase: PaymentPhase.Name
        var event: String
    }

    @Test func everyEventInEveryPhaseIsTakenWithoutATrap() {
        var seen: Set<Pair> = []
        var faults: [String] = []
        for seed in 0..<2000 {
            var world = HostileWorld(seed: UInt64(seed))
            for _ in 0..<200 where world.fault == nil {
                let event = world.nextEvent()
                seen.insert(Pair(phase: world.machine.phase.name, event: event.kind))
                world.take(event)
            }
            if let fault = world.fault { faults.append("seed \(seed): \(fault)") }
        }
        let all = PaymentPhase.Name.allCases.flatMap { phase in
            PaymentEvent.kinds.map { Pair(phase: phase, event: $0) }
        }
        let missing = all.filter { !seen.contains($0) }
        #expect(faults.isEmpty, "\(faults.prefix(3))")
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test func theSameEventsGiveTheSameStateAcrossStorage() throws {
        var differences: [String] = []
        for seed in 0..<40 {
            var world = HostileWorld(seed: UInt64(seed))
            var folded = world.machine
            var stored = world.machine
            for step in 0..<60 {
                let event = world.nextEvent()
                world.take(event)
                let actions = folded.handle(event)
                let storedEvent = try Self.restored(event)
                stored = try Self.restored(stored)
                if stored.handle(storedEvent) != actions || stored != folded || folded != world.machine {
                    differences.append("seed \(seed), step \(step)")
                }
            }
        }
        #expect(differences.isEmpty)
    }

    @Test func everyFaultOfTheShortBoundIsSurvived() {
        let results = PaymentScenario.short.map { scenario in
            var explorer = Explorer<PaymentWorld>()
            return explorer.explore(scenario.world)
        }
        let states = results.map(\.states).reduce(0, +)
        #expect(results.allSatisfy { $0.isClean }, "\(results)")
        #expect(states > 1_500, "\(results)")
    }

    private static func restored<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}
