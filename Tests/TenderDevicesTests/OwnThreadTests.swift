import Glibc
import TenderDevices
import Testing

@Suite struct OwnThreadTests {
    @Test func faultsReachTheirHandlersAndOtherSignalsDoNot() async {
        let blocked = await OwnThread.run {
            var signals = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &signals)
            return (1..<32).filter { sigismember(&signals, Int32($0)) == 1 }.map(Int32.init)
        }
        let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
        #expect(faults.filter(blocked.contains).isEmpty)
        #expect([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH, SIGCHLD].allSatisfy(blocked.contains))
    }
}
