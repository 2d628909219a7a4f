import TenderPrinting
import Testing

@Suite struct PrinterAddressTests {
    @Test func addressesAreRead() {
        let texts = [
            "/dev/usb/lp0", "file:out.bin", "serial:/dev/ttyUSB0", "serial:/dev/ttyS1@19200", "tcp:printer",
            "tcp:10.0.0.5:9101", "tcp:[fe80::1]", "tcp:[::1]:99",
        ]
        let read = texts.map { PrinterAddress($0)?.description }
        #expect(
            read == [
                "file:/dev/usb/lp0", "file:out.bin", "serial:/dev/ttyUSB0@9600", "serial:/dev/ttyS1@19200",
                "tcp:printer:9100", "tcp:10.0.0.5:9101", "tcp:[fe80::1]:9100", "tcp:[::1]:99",
            ])
    }

    @Test func whatIsNoAddressIsRefused() {
        let texts = [
            "", "lp0", "file:", "serial:", "serial:@9600", "serial:/dev/x@", "serial:/dev/x@-1", "tcp:", "tcp::9100",
            "tcp:host:0", "tcp:host:65536", "tcp:user:pw@host:9100", "tcp:fe80::1", "tcp:[::1]x", "usb:1",
        ]
        #expect(texts.compactMap { PrinterAddress($0) } == [])
    }
}
