/// The commands of ESC/POS receipt printers, as bytes.
public enum ESCPOS {
    /// The command that resets all settings: ESC @.
    ///
    /// It then leaves the double-byte character tables that some printers start with.
    public static let initialize: [UInt8] = [0x1B, 0x40, 0x1C, 0x2E]

    /// Selects a character table: ESC t.
    public static func select(_ codepage: PrinterCodepage) -> [UInt8] { [0x1B, 0x74, codepage.number] }

    /// Turns bold on or off: ESC E.
    public static func bold(_ isOn: Bool) -> [UInt8] { [0x1B, 0x45, isOn ? 1 : 0] }

    /// Turns double width and height on or off: GS !.
    public static func double(_ isOn: Bool) -> [UInt8] { [0x1D, 0x21, isOn ? 0x11 : 0] }

    /// Centers the following lines, or aligns them to the left: ESC a.
    public static func centered(_ isOn: Bool) -> [UInt8] { [0x1B, 0x61, isOn ? 1 : 0] }

    /// The command that prints the line and feeds.
    public static let lineFeed: [UInt8] = [0x0A]

    /// Feeds to the cutter and cuts: GS V B or A; only feeds without a cutter.
    public static func cut(_ cut: PrinterSettings.Cut) -> [UInt8] {
        switch cut {
        case .partial: [0x1D, 0x56, 0x42, 0]
        case .full: [0x1D, 0x56, 0x41, 0]
        case .none: [0x1B, 0x64, 5]
        }
    }

    /// Opens the drawer with a pulse of 50 ms: ESC p.
    ///
    /// Send it as a write of its own, before anything else.
    public static func openDrawer(_ pin: PrinterSettings.DrawerPin) -> [UInt8] { [0x1B, 0x70, pin.rawValue, 25, 250] }

    /// Requests the real-time status, ahead of anything waiting to be printed: DLE EOT.
    ///
    /// The answer is one byte.
    public static func ask(_ request: PrinterStatus.Request) -> [UInt8] { [0x10, 0x04, request.rawValue] }

    /// Prints a picture: GS v 0, in bands that fit small buffers.
    ///
    /// A printer obeys DLE EOT, DLE ENQ and DLE DC4 (which opens the drawer) even inside a picture: one dot is added
    /// where its bytes would form such a command.
    public static func picture(_ image: RasterImage) -> [UInt8] {
        var bytes: [UInt8] = []
        var row = 0
        while row < image.height {
            let count = min(bandHeight, image.height - row)
            let start = row * image.bytesPerRow
            bytes += [0x1D, 0x76, 0x30, 0, UInt8(image.bytesPerRow), 0, UInt8(count), 0]
            bytes += withoutImmediateCommands(image.bytes[start..<(start + count * image.bytesPerRow)])
            row += count
        }
        return bytes
    }

    private static let bandHeight = 128

    private static func withoutImmediateCommands(_ band: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = Array(band)
        for place in bytes.indices where bytes[place] == 0x10 {
            // Including the last byte: what follows the band is not known here.
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0x04
            if next == 0x04 || next == 0x05 || next == 0x14 { bytes[place] = 0x18 }
        }
        return bytes
    }
}
