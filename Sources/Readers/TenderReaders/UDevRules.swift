/// The udev rules that give people access to the readers, generated from the table of known readers.
public enum UDevRules {
    /// The name of the file: before 73-seat-late.rules, which gives the nodes tagged here to whoever sits at the
    /// machine.
    public static let fileName = "70-tender-readers.rules"
    /// The name of the opt-in file, for machines on which pcscd should leave the readers alone.
    public static let withoutPCSCDFileName = "69-tender-without-pcscd.rules"

    /// The condition of every rule, which excludes a device being removed, because it no longer has a node.
    private static let present = #"ACTION!="remove""#
    private static let wholeDevice = present + #", SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device""#
    /// The condition for an interface of class 0B, whatever its subclass and protocol.
    private static let isChipCardReader = #"ENV{ID_USB_INTERFACES}=="*:0b????:*""#

    /// The contents of the file.
    public static var text: String {
        var lines = [
            "# Lets people use payment card readers. Made of the table of known readers by scripts/update-udev-rules.",
            "# What it does and does not do: README.md beside this file.",
            "",
            "# USB chip card readers, by their class. No group and no mode: pcscd may serve them as a user of its own.",
            "\(wholeDevice), \(isChipCardReader), TAG+=\"uaccess\"",
            "",
            "# Those that have a class of their maker's.",
        ]
        lines += chipCardReadersByNumber.map { "\(wholeDevice), \($0), TAG+=\"uaccess\"" }
        for reader in KnownReader.all where reader.limitation == nil {
            lines += ["", "# \(reader.name)"] + rules(reader)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The contents of the opt-in file; its group is final (`:=`), because libccid's own rules come later.
    public static var withoutPCSCDText: String {
        let lines = [
            "# Opt-in: pcscd (pcsc-lite 2.3.2 and later) leaves USB chip card readers alone, and group plugdev may use them.",
            "# Made by scripts/update-udev-rules; when to install it: README.md beside this file.",
        ]
        let rules = ([isChipCardReader] + chipCardReadersByNumber).map { match in
            "\(wholeDevice), \(match), ENV{PCSCLITE_IGNORE}=\"1\", MODE:=\"0660\", GROUP:=\"plugdev\""
        }
        return (lines + rules).joined(separator: "\n") + "\n"
    }

    /// The chip card readers that are known only by their IDs.
    private static var chipCardReadersByNumber: [String] {
        CCIDQuirk.table.filter(\.hasVendorClass).flatMap { quirk in
            quirk.productIDs.map { numbers(quirk.vendorID, $0, "ATTR") }
        }
    }

    private static func rules(_ reader: KnownReader) -> [String] {
        let own = numbers(reader.vendorID, reader.productID, "ATTR")
        let parents = numbers(reader.vendorID, reader.productID, "ATTRS")
        return subsystems(reader.family).map { subsystem in
            switch subsystem {
            case .usb:
                // A suspended reader may miss events, and some never wake up.
                "\(wholeDevice), \(own), \(people), ATTR{power/control}=\"on\""
            case .hidraw: "\(present), SUBSYSTEM==\"hidraw\", \(parents), \(people)"
            case .tty:
                // Otherwise ModemManager would talk to it.
                "\(present), SUBSYSTEM==\"tty\", \(parents), TAG+=\"uaccess\", ENV{ID_MM_DEVICE_IGNORE}=\"1\""
            }
        }
    }

    /// Returns the subsystems through which the readers of a family are reached.
    private static func subsystems(_ family: ReaderFamily) -> [DeviceSubsystem] {
        switch family {
        case .ccid: [.usb]
        case .neo: [.usb, .hidraw, .tty]
        case .magTek, .secureMag: [.usb, .hidraw]
        }
    }

    private static let people = #"MODE="0660", GROUP="plugdev", TAG+="uaccess""#

    private static func numbers(_ vendorID: UInt16, _ productID: UInt16?, _ key: String) -> String {
        let vendor = "\(key){idVendor}==\"\(hex(vendorID))\""
        return productID.map { "\(vendor), \(key){idProduct}==\"\(hex($0))\"" } ?? vendor
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
