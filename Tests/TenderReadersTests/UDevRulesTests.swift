import Foundation
import TenderReaders
import Testing

@Suite struct UDevRulesTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "udev-rules")

    /// `scripts/update-udev-rules` sets the variable, and the files are written instead.
    @Test(arguments: [
        (UDevRules.fileName, UDevRules.text), (UDevRules.withoutPCSCDFileName, UDevRules.withoutPCSCDText),
    ])
    func theFileIsMadeOfTheTable(name: String, text: String) throws {
        let file = Self.directory.appending(path: name)
        if ProcessInfo.processInfo.environment["TENDER_UPDATE_UDEV_RULES"] != nil {
            try Data(text.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "run scripts/update-udev-rules")
    }

    @Test func everyKnownReaderMayBeUsed() {
        let missing = KnownReader.all.filter { $0.limitation == nil }.filter { reader in
            let vendor = String(format: "{idVendor}==\"%04x\"", reader.vendorID)
            let product = reader.productID.map { String(format: "{idProduct}==\"%04x\"", $0) } ?? ""
            return !UDevRules.text.split(separator: "\n").contains { line in
                line.contains(vendor) && (product.isEmpty || line.contains(product))
                    && line.contains("TAG+=\"uaccess\"")
            }
        }
        #expect(missing == [])
    }

    @Test func chipReadersOfTheMakersOwnClassMayBeUsed() {
        let numbers = CCIDQuirk.table.filter(\.hasVendorClass).flatMap { quirk in
            quirk.productIDs.map { productID in
                String(format: "{idVendor}==\"%04x\", ATTR{idProduct}==\"%04x\"", quirk.vendorID, productID)
            }
        }
        let usable = numbers.filter { number in
            UDevRules.text.split(separator: "\n").contains { line in
                line.contains(number) && line.contains("TAG+=\"uaccess\"") && !line.contains("GROUP")
            }
        }
        #expect(usable == numbers)
        #expect(!numbers.isEmpty)
        #expect(numbers.allSatisfy { UDevRules.withoutPCSCDText.contains($0) })
    }

    @Test func rulesHaveTheFormOfRules() {
        let pair = #"[A-Z_]+(\{[A-Za-z_/]+\})?(==|!=|\+=|:=|=)"[^"]*""#
        let wrong = (UDevRules.text + UDevRules.withoutPCSCDText).split(separator: "\n").filter { line in
            !line.hasPrefix("#") && line.range(of: "^\(pair)(, \(pair))*$", options: .regularExpression) == nil
        }
        #expect(wrong == [])
    }

    /// A group on what pcscd serves would lock it out where it runs as a user of its own.
    @Test func pcscdIsNotLockedOut() {
        let lines = UDevRules.text.split(separator: "\n").filter { $0.contains("ID_USB_INTERFACES") }
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { !$0.contains("GROUP") && !$0.contains("MODE") && !$0.contains("PCSCLITE_IGNORE") })
    }
}
