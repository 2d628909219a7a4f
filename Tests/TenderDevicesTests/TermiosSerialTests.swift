import Glibc
import TenderDevices
import TenderReaders
import Testing

@Suite struct TermiosSerialTests {
    private let speed = SerialConfiguration(baudRate: 115_200)

    @Test func theLineIsRaw() async throws {
        let terminal = try TestTerminal()
        let serial = try await TermiosSerial.open(terminal.path, speed)
        // Among them are those that a terminal would interpret: interrupt, end, new line, XON and XOFF.
        let bytes = (0...255).map { UInt8($0) }
        try await serial.send(bytes)
        #expect(try await terminal.device.receive(256) == bytes)
        try await terminal.device.send(bytes)
        #expect(try await serial.receive(256) == bytes)
        await serial.close()
        await terminal.device.close()
    }

    @Test func speedAndFramingAreSet() async throws {
        let terminal = try TestTerminal()
        let serial = try await TermiosSerial.open(terminal.path, speed)
        let other = openRaw(terminal.path)
        defer { close(other) }
        var wrong: [String] = []
        for (baudRate, expected) in [(9600, B9600), (115_200, B115200), (921_600, B921600), (4_000_000, B4000000)] {
            for stopBits in [1, 2] {
                try await serial.configure(SerialConfiguration(baudRate: baudRate, stopBits: stopBits))
                var settings = termios()
                tcgetattr(other, &settings)
                let isRight =
                    cfgetospeed(&settings) == speed_t(expected) && cfgetispeed(&settings) == speed_t(expected)
                    && (settings.c_cflag & tcflag_t(CSTOPB) != 0) == (stopBits == 2)
                    && settings.c_cflag & tcflag_t(CLOCAL | CREAD) == tcflag_t(CLOCAL | CREAD)
                    && settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
                    && settings.c_cc.6 == 1 && settings.c_cc.5 == 0
                if !isRight { wrong.append("\(baudRate), \(stopBits)") }
            }
        }
        #expect(other >= 0)
        #expect(wrong.isEmpty)
        for impossible in [
            SerialConfiguration(baudRate: 12_345), SerialConfiguration(baudRate: 9600, dataBits: 9),
            SerialConfiguration(baudRate: 9600, stopBits: 3),
        ] {
            let error = await failure { () throws(TransportError) in try await serial.configure(impossible) }
            guard case .failed = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        await serial.close()
    }

    @Test func configuringDropsWhatWasNotRead() async throws {
        let terminal = try TestTerminal()
        let serial = try await TermiosSerial.open(terminal.path, speed)
        try await terminal.device.send([1, 2, 3])
        try await serial.configure(speed)
        try await terminal.device.send([4])
        #expect(try await serial.receive() == [4])
        await serial.close()
    }

    @Test func theLineIsForOneAlone() async throws {
        let terminal = try TestTerminal()
        let serial = try await TermiosSerial.open(terminal.path, speed)
        let error = await failure { () throws(TransportError) in _ = try await TermiosSerial.open(terminal.path, speed)
        }
        guard case .busy(let holder?) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(holder.contains("(process \(getpid()))"))
        await serial.close()
        // And free again afterwards.
        try await TermiosSerial.open(terminal.path, speed).close()
    }

    @Test func aProgramThatOnlyLocksTheLineHasIt() async throws {
        let terminal = try TestTerminal()
        let other = openRaw(terminal.path)
        flock(other, LOCK_EX | LOCK_NB)
        let error = await failure { () throws(TransportError) in _ = try await TermiosSerial.open(terminal.path, speed)
        }
        guard case .busy(.some) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        close(other)
        try await TermiosSerial.open(terminal.path, speed).close()
    }

    @Test func aProgramThatOnlyAskedToBeAloneHasIt() async throws {
        let terminal = try TestTerminal()
        let other = openRaw(terminal.path)
        _ = ioctl(other, UInt(TIOCEXCL))
        let error = await failure { () throws(TransportError) in _ = try await TermiosSerial.open(terminal.path, speed)
        }
        guard case .busy = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        _ = ioctl(other, UInt(TIOCNXCL))
        close(other)
        try await TermiosSerial.open(terminal.path, speed).close()
    }

    @Test func theMarkOfACrashedProgramIsNobody() async throws {
        let terminal = try TestTerminal()
        let other = openRaw(terminal.path)
        _ = ioctl(other, UInt(TIOCEXCL))
        close(other)
        // Whoever is not the superuser is kept out by the kernel itself.
        if getuid() == 0 { try await TermiosSerial.open(terminal.path, speed).close() }
    }

    @Test func aRemovedLineIsDisconnected() async throws {
        let terminal = try TestTerminal()
        let serial = try await TermiosSerial.open(terminal.path, speed)
        async let reading = serial.failure()
        try await terminal.device.send([1])
        await terminal.device.close()
        #expect(await reading == .disconnected)
        #expect(await failure { () throws(TransportError) in try await serial.send([1]) } == .disconnected)
        #expect(await failure { () throws(TransportError) in try await serial.configure(speed) } == .disconnected)
        await serial.close()
    }

    @Test func aFullLineIsWaitedFor() async throws {
        let terminal = try TestTerminal()
        let serial = try await TermiosSerial.open(terminal.path, speed)
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        async let sending: Void = serial.send(bytes)
        #expect(try await terminal.device.receive(bytes.count) == bytes)
        try await sending
        await serial.close()
    }

    @Test func aCanceledWaitLosesNothing() async throws {
        let terminal = try TestTerminal()
        let serial = try await TermiosSerial.open(terminal.path, speed)
        var wrong: [Int] = []
        for round in 0..<200 {
            let waiting = Task { () -> Result<[UInt8], TransportError> in
                do throws(TransportError) { return .success(try await serial.receive()) } catch {
                    return .failure(error)
                }
            }
            if round % 2 == 0 { await Task.yield() }
            async let sending: Void = terminal.device.send([UInt8(round)])
            waiting.cancel()
            try await sending
            switch await waiting.value {
            case .success(let bytes): if bytes != [UInt8(round)] { wrong.append(round) }
            case .failure(let error):
                let bytes = try await serial.receive()
                if error != .canceled || bytes != [UInt8(round)] { wrong.append(round) }
            }
        }
        #expect(wrong == [])
        await serial.close()
    }

    @Test func closingEndsTheWait() async throws {
        let terminal = try TestTerminal()
        let serial = try await TermiosSerial.open(terminal.path, speed)
        async let reading = serial.failure()
        await Task.yield()
        await serial.close()
        await serial.close()
        #expect(await reading == .canceled)
        #expect(await failure { () throws(TransportError) in try await serial.send([1]) } == .canceled)
    }

    @Test func whatIsNoLineIsRefused() async throws {
        let error = await failure { () throws(TransportError) in _ = try await TermiosSerial.open("/dev/null", speed) }
        #expect(error == .failed("/dev/null is not a serial line"))
        let missing = await failure { () throws(TransportError) in _ = try await TermiosSerial.open("/dev/no", speed) }
        #expect(missing == .notFound("/dev/no"))
    }
}
