import Glibc
import SimulatedDeviceServer
import SimulatedDevices
import TenderDevices
import TenderReaders
import TenderTestSupport
import Testing

@testable import TenderReaderDrivers

/// Which thread goes on when two of them have something for a reader's driver.
@Suite struct CCIDHandoverTests {
    private let device: InProcessUSB<SimulatedCCID>
    private let shell: CCIDShell
    private let caller: pthread_t = 1
    private let usb: pthread_t = 2
    private let other: pthread_t = 3
    private let result = CCIDShellState.Entry.result(.sent(.success(NoData())), 0)

    init() throws {
        device = try #require(InProcessUSB(SimulatedCCID(SimulatedCCIDModel(.short))))
        shell = try CCIDShell(device, policy: CCIDPolicy(), clock: TestClock())
    }

    @Test func theThreadThatBringsAResultTakesOver() throws {
        var state = CCIDShellState(try CCIDMachine(device.interface), Deadlines(TestClock()))
        var turns: [String] = []
        func note(_ turn: CCIDShellState.Turn) { turns.append(Self.name(turn)) }
        note(state.begin(.input(.opened), shell, on: caller, takesOver: false))
        // A transfer that ends during a call of the thread at work is its own.
        note(state.begin(result, shell, on: caller, takesOver: true))
        note(state.begin(result, shell, on: usb, takesOver: true))
        note(state.begin(result, shell, on: other, takesOver: true))
        note(state.next(shell))
        // The other thread is at work now.
        note(state.begin(result, shell, on: usb, takesOver: true))
        for _ in 0..<5 { note(state.next(shell)) }
        #expect(
            turns == [
                "works", "is over", "waits", "is over", "has handed over", "is over", "works", "works", "works",
                "works", "is over",
            ])
    }

    /// The signal of a handover must wake the thread that it is for.
    @Test func nobodyElseWaitsUntilAHandoverHasArrived() throws {
        var state = CCIDShellState(try CCIDMachine(device.interface), Deadlines(TestClock()))
        _ = state.begin(.input(.opened), shell, on: caller, takesOver: false)
        _ = state.begin(result, shell, on: usb, takesOver: true)
        _ = state.next(shell)
        let early = state.begin(result, shell, on: other, takesOver: true)
        #expect(Self.name(early) == "is over")
        // The thread that waited is awake.
        _ = state.next(shell)
        let late = state.begin(result, shell, on: other, takesOver: true)
        #expect(Self.name(late) == "waits")
    }

    private static func name(_ turn: CCIDShellState.Turn) -> String {
        switch turn {
        case .work: "works"
        case .waits: "waits"
        case .isHandedOver: "has handed over"
        case .isOver: "is over"
        }
    }
}
