import TenderBytes

@testable import TenderEMV

/// Configurations and transactions for tests.
enum ContactSamples {
    static let identifier = "F0000000011010"

    /// A configuration as a file, with lines of JSON that take the place of the usual ones.
    static func file(
        terminal: String = "", application: String = "", keys: String = "", type: String = "22",
        capabilities: String = "E0F8C8", floorLimit: Int = 100_000, additional: String = "FA00F0A3FF"
    ) -> String {
        """
        {"terminal": {"type": "\(type)", "capabilities": "\(capabilities)",
          "additional_capabilities": "\(additional)", "country": "0826"\(terminal)},
         "applications": [{"aid": "\(identifier)", "version": "0096", "floor_limit": \(floorLimit)\(application)}]
         \(keys)}
        """
    }

    static func configuration(_ file: String) throws(ContactConfigurationError) -> ContactConfiguration {
        try ContactConfiguration(parsing: [UInt8](file.utf8))
    }

    static func transaction(
        kind: ContactTransaction.Kind = .goods, isForServices: Bool = false, amount: UInt64 = 1000, other: UInt64 = 0,
        currency: [UInt8] = [0x08, 0x26], isForcedOnline: Bool = false, pad: ContactTransaction.PINPad = [],
        isQuick: Bool = false
    ) -> ContactTransaction? {
        EMVDate(bytes: [0x25, 0x01, 0x15]).flatMap {
            ContactTransaction(
                kind: kind, isForServices: isForServices, amount: amount, otherAmount: other, currency: currency,
                date: $0, time: [0x12, 0x34, 0x56], sequenceNumber: 1, isForcedOnline: isForcedOnline, pinPad: pad,
                isQuick: isQuick)
        }
    }
}
