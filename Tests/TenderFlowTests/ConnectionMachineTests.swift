import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

@Suite struct ConnectionMachineTests {
    private let reader = ConnectionWorld.readers[0]
    private let other = ConnectionWorld.readers[1]

    private func connected(_ policy: ConnectionMachine.Policy = .init()) -> ConnectionMachine {
        var machine = ConnectionMachine(policy: policy)
        _ = machine.handle(.connectRequested(reader))
        _ = machine.handle(.opened(1))
        return machine
    }

    @Test func everyRaceWithinTheBoundKeepsOneReaderAndEnds() {
        var explorer = Explorer<ConnectionWorld>()
        let seen = explorer.explore(ConnectionWorld())
        #expect(seen.isClean, "\(seen)")
        #expect(seen.states > 5_000, "\(seen)")
    }

    @Test func aReaderIsFoundOpenedAndClosed() {
        var machine = ConnectionMachine()
        #expect(machine.handle(.discoverRequested) == [.publish(.discovering), .startDiscovery(1)])
        #expect(
            machine.handle(.connectRequested(reader))
                == [.stopDiscovery(1), .publish(.connecting), .open(2, reader)]
        )
        #expect(machine.handle(.opened(2)) == [.publish(.connected), .connectSucceeded])
        #expect(
            machine.handle(.disconnectRequested)
                == [.close(2), .publish(.notConnected), .disconnected(.disconnectRequested)]
        )
    }

    @Test func aReaderThatOpensAfterItsDisconnectIsClosedAgain() {
        var machine = ConnectionMachine()
        _ = machine.handle(.connectRequested(reader))
        #expect(machine.handle(.disconnectRequested) == [.close(1), .publish(.notConnected), .connectFailed])
        #expect(machine.handle(.opened(1)) == [.close(1)])
        _ = machine.handle(.connectRequested(other))
        #expect(machine.handle(.opened(1)) == [.close(1)])
        #expect(machine.handle(.openFailed(1)).isEmpty)
        #expect(machine.status == .connecting)
        #expect(machine.handle(.opened(2)) == [.publish(.connected), .connectSucceeded])
    }

    @Test func theLossOfAnEarlierReaderIsNotThisOnes() {
        var machine = connected()
        _ = machine.handle(.disconnectRequested)
        _ = machine.handle(.connectRequested(other))
        _ = machine.handle(.opened(2))
        #expect(machine.handle(.readerLost(1, .usbDisconnected)).isEmpty)
        #expect(machine.status == .connected)
    }

    @Test func theEndOfAnEarlierDiscoveryIsNotThisOnes() {
        var machine = ConnectionMachine()
        _ = machine.handle(.discoverRequested)
        #expect(machine.handle(.discoverRequested) == [.stopDiscovery(1), .startDiscovery(2)])
        #expect(machine.handle(.discoveryEnded(1)).isEmpty)
        #expect(machine.status == .discovering)
        #expect(machine.handle(.discoveryEnded(2)) == [.publish(.notConnected)])
    }

    @Test func aLostReaderIsLookedForUntilTheTriesAreUsedUp() {
        var machine = connected(.init(budget: .seconds(60), maximumTries: 2, pause: .seconds(3)))
        #expect(
            machine.handle(.readerLost(1, .linkLost)) == [
                .publish(.reconnecting), .reconnectStarted(.linkLost), .startTimer(2, .seconds(60)), .open(3, reader),
            ]
        )
        #expect(machine.handle(.openFailed(3)) == [.startTimer(4, .seconds(3))])
        #expect(machine.handle(.timerFired(4)) == [.open(5, reader)])
        #expect(
            machine.handle(.openFailed(5)) == [
                .stopTimer(2), .publish(.notConnected), .reconnectFailed(.linkLost), .disconnected(.linkLost),
            ]
        )
    }

    @Test(arguments: [DisconnectReason.rebootRequested, .securityReboot])
    func aReaderThatRestartsHasTimeToGoDownAndComeBack(reason: DisconnectReason) {
        var machine = connected(.init(maximumTries: 2, restartBudget: .seconds(300), restartPause: .seconds(10)))
        #expect(
            machine.handle(.readerLost(1, reason)) == [
                .publish(.reconnecting), .reconnectStarted(reason), .startTimer(2, .seconds(300)),
                .startTimer(3, .seconds(10)),
            ]
        )
        #expect(machine.handle(.timerFired(3)) == [.open(4, reader)])
        #expect(machine.handle(.openFailed(4)) == [.startTimer(5, .seconds(10))])
        #expect(machine.handle(.timerFired(5)) == [.open(6, reader)])
        #expect(machine.handle(.openFailed(6)).last == .disconnected(reason))
    }

    @Test func theTimeBudgetEndsATryThatNeverAnswers() {
        var machine = connected()
        _ = machine.handle(.readerLost(1, .linkLost))
        let ended = machine.handle(.timerFired(2))
        #expect(ended.first == .close(3))
        #expect(ended.last == .disconnected(.linkLost))
        #expect(machine.status == .notConnected)
        #expect(machine.handle(.opened(3)) == [.close(3)])
    }

    @Test func onlyALossThatCanMendIsFollowedByASearch() {
        let searches = DisconnectReason.allCases.filter { reason in
            var machine = connected()
            return machine.handle(.readerLost(1, reason)).contains(.reconnectStarted(reason))
        }
        let mends: [DisconnectReason] = [
            .unknown, .rebootRequested, .securityReboot, .poweredOff, .idlePowerDown, .usbDisconnected, .linkLost,
        ]
        #expect(searches == mends)
        for policy in [ConnectionMachine.Policy(reconnects: false), .init(maximumTries: 0)] {
            var machine = connected(policy)
            #expect(machine.handle(.readerLost(1, .linkLost)) == [.publish(.notConnected), .disconnected(.linkLost)])
        }
    }

    @Test func commandsWithoutAPlaceAreRefusedAndChangeNothing() {
        var connecting = ConnectionMachine()
        _ = connecting.handle(.connectRequested(reader))
        var reconnecting = connected()
        _ = reconnecting.handle(.readerLost(1, .linkLost))
        let commands: [ConnectionMachine.Event] = [.discoverRequested, .connectRequested(other)]
        let wrong = [connecting, connected(), reconnecting].flatMap { machine in
            commands.filter { command in
                var changed = machine
                return changed.handle(command) != [.refused(command)] || changed != machine
            }
        }
        #expect(wrong.isEmpty)
    }
}
