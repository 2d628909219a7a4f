import SimulatedDevices

@testable import TenderEMV

/// Configurations of a reader that takes every simulated card without contacts.
enum ContactlessTerminal {
    /// The limits of `usual`, in the smallest unit: each is another one.
    static let (floorLimit, verificationLimit, transactionLimit, deviceLimit): (UInt64, UInt64, UInt64, UInt64) =
        (2000, 5000, 20_000, 30_000)

    static let usual = configuration()

    /// - Parameters:
    ///   - qualifiers: Tag 9F66, in hexadecimal.
    ///   - approvesOffline: Whether the card may decide.
    ///   - more: Further members of each combination.
    static func configuration(
        qualifiers: String = "36004000", capabilities: String = "E0F8C8", approvesOffline: Bool = false,
        denial: String = "0000000000", more: String = ""
    ) -> ContactConfiguration? {
        let combinations = SimulatedTerminal.names.map { name in
            let isKernel2 = name.hasPrefix("A000000004")
            return """
                {"aid": "\(name)", "kernel": \(isKernel2 ? 2 : 3), "qualifiers": "\(qualifiers)",
                 "floor_limit": \(floorLimit), "verification_limit": \(verificationLimit),
                 "transaction_limit": \(transactionLimit)\(isKernel2 ? ", \"device_transaction_limit\": \(deviceLimit)" : "")
                 \(more)}
                """
        }
        let file = SimulatedTerminal.file(capabilities: capabilities, denial: denial)
        var configuration = try? ContactSamples.configuration(
            file.dropLast() + ", \"contactless\": [\(combinations.joined(separator: ","))]}")
        configuration?.terminal.approvesOffline = approvesOffline
        return configuration
    }

    /// A transaction at a reader whose pad can encipher a PIN.
    static func transaction(
        _ amount: UInt64, pad: ContactTransaction.PINPad = .enciphersForIssuer, isForcedOnline: Bool = false
    ) -> ContactTransaction? {
        ContactSamples.transaction(amount: amount, isForcedOnline: isForcedOnline, pad: pad)
    }
}
