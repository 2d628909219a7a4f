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
    @Test func theThreadThatBringsAResultTakesOver() throws {
        let device = try #require(InProcessUSB(SimulatedCCID(SimulatedCCIDModel(.short))))
        let shell = try CCIDShell(device, policy: CCIDPolicy(), clock: TestClock())
        var state = CCIDShellState(try CCIDMachine(device.interface), Deadlines(TestClock()))
        let (caller, usb, other): (pthread_t, pthread_t, pthread_t) = (1, 2, 3)
        let result = CCIDShellState.Entry.result(.sent(.success(NoData())), 0)
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

    private static func name(_ turn: CCIDShellState.Turn) -> String {
        switch turn {
        case .work: "works"
        case .waits: "waits"
        case .isHandedOver: "has handed over"
        case .isOver: "is over"
        }
    }
}
