import SimulatedCard
public import SimulatedReader
import TenderFlow
import TenderModel

/// A named family of reader scripts, each explored with every order of events.
public struct ReaderScenario: Sendable {
    /// The common property of the scripts, in a few words.
    public let name: String
    /// A reader for each script, before anything happened.
    public let worlds: [ReaderScriptWorld]

    /// One step of every kind.
    public static let alphabet: [ReaderStep] = {
        let retry = SimulatedCard.all.filter { $0.name == "onlinePinScaRetry" }.map { ReaderStep.tap($0) }
        return retry + [
            .insert(.visa), .insert(.visa, readable: false), .insert(.interac), .tap(.visa),
            .tap(.visa, readable: false), .swipe(.visa), .swipe(.visa, readable: false), .remove(), .removeTooEarly(),
            ReaderStep(.presentOther(.stripe("600649"))), ReaderStep(.presentSeveral), ReaderStep(.cancelOnReader),
            ReaderStep(.timeOut), ReaderStep(.garble), ReaderStep(.battery(50)), ReaderStep(.mute, duringRead: true),
            ReaderStep(.cancelOnReader, duringRead: true),
            .disconnect(.usbDisconnected), .disconnect(.poweredOff, duringRead: true),
        ]
    }()

    /// One step of every kind alone: small enough for a debug build.
    public static var short: ReaderScenario {
        ReaderScenario("a step", alphabet.map { ReaderScript(collections: [[$0]]) }, 2, 1)
    }

    /// Two steps of every kind in every order, and long scripts with several collections and connections; the reader
    /// stops at once, or takes its time.
    public static var full: [ReaderScenario] {
        let pairs = alphabet.flatMap { first in alphabet.map { ReaderScript(collections: [[first, $0]]) } }
        return [
            ReaderScenario("two steps", withAndWithoutStopping(pairs), 2, 1),
            ReaderScenario("long scripts", withAndWithoutStopping(long), 3, 2),
        ]
    }

    private init(
        _ name: String, _ scripts: [ReaderScript], _ mostCollections: ReaderScriptMachine.CollectionID,
        _ mostConnections: Int
    ) {
        self.name = name
        worlds = scripts.map {
            ReaderScriptWorld($0, mostCollections: mostCollections, mostConnections: mostConnections)
        }
    }

    private static func withAndWithoutStopping(_ scripts: [ReaderScript]) -> [ReaderScript] {
        scripts
            + scripts.map { script in
                var slow = script
                slow.stopDuration = .milliseconds(100)
                return slow
            }
    }

    private static var long: [ReaderScript] {
        let early: [ReaderStep] = [.insert(.visa), .removeTooEarly()]
        let retry = SimulatedCard.all.filter { $0.name == "offlinePinScaRetry" }
        return [
            .default, .noCard, .fallback(.visa), .cards([.visa] + retry + [.interac]),
            ReaderScript(collections: [early + early + early]),
            ReaderScript(collections: [[.swipe(.visa, readable: false)] + [.swipe(.visa)], [.tap(.visa)]]),
            ReaderScript(collections: [[.insert(.visa), .disconnect(.linkLost)], [.insert(.visa), .remove()]]),
            ReaderScript(collections: [[.tap(.visa)]], whenFirstConnected: [.disconnect(.idlePowerDown)]),
            ReaderScript(collections: [[.tap(.visa)]], whenFirstConnected: [ReaderStep(.mute)]),
        ]
    }
}
