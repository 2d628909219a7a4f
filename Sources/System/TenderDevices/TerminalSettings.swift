import Glibc
import TenderReaders

/// The speed and framing of a serial line, in the kernel's terms.
struct TerminalSettings: Sendable {
    private let speed: speed_t
    private let flags: tcflag_t

    /// The speeds that POSIX and Linux have names for, in bits per second.
    private static let speeds: [Int: Int32] = [
        1200: B1200, 2400: B2400, 4800: B4800, 9600: B9600, 19_200: B19200, 38_400: B38400, 57_600: B57600,
        115_200: B115200, 230_400: B230400, 460_800: B460800, 500_000: B500000, 576_000: B576000, 921_600: B921600,
        1_000_000: B1000000, 1_152_000: B1152000, 1_500_000: B1500000, 2_000_000: B2000000, 2_500_000: B2500000,
        3_000_000: B3000000, 3_500_000: B3500000, 4_000_000: B4000000,
    ]

    init(_ configuration: SerialConfiguration) throws(TransportError) {
        guard let speed = Self.speeds[configuration.baudRate] else {
            throw .failed("a serial line cannot run at \(configuration.baudRate) bits per second")
        }
        guard (7...8).contains(configuration.dataBits), (1...2).contains(configuration.stopBits) else {
            throw .failed("a serial line has 7 or 8 data bits and 1 or 2 stop bits")
        }
        var flags = configuration.dataBits == 7 ? CS7 : CS8
        switch configuration.parity {
        case .none: break
        case .even: flags |= PARENB
        case .odd: flags |= PARENB | PARODD
        }
        if configuration.stopBits == 2 { flags |= CSTOPB }
        self.speed = speed_t(speed)
        self.flags = tcflag_t(flags | CLOCAL | CREAD | HUPCL)
    }

    /// Configures a line, raw, and discards what it had received.
    func apply(to descriptor: Int32, _ path: String) throws(TransportError) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw TransportError(errno, "tcgetattr", path) }
        cfmakeraw(&settings)
        settings.c_cflag &= ~(tcflag_t(CSIZE | PARENB | PARODD | CSTOPB) | tcflag_t(CRTSCTS))
        settings.c_cflag |= flags
        // With more than one, poll would also wait for that many.
        settings.c_cc.6 = 1
        settings.c_cc.5 = 0
        cfsetspeed(&settings, speed)
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { throw TransportError(errno, "tcsetattr", path) }
        // The call succeeds if any setting was applied. A pseudo terminal keeps the speed but ignores parity.
        var actual = termios()
        guard tcgetattr(descriptor, &actual) == 0 else { throw TransportError(errno, "tcgetattr", path) }
        guard cfgetispeed(&actual) == speed, cfgetospeed(&actual) == speed else {
            throw .failed("\(path) does not support this speed")
        }
        tcflush(descriptor, TCIFLUSH)
    }
}
