import Testing

@testable import TenderEMV

/// The combinations of a configuration file, and what is refused of them.
@Suite struct ContactlessConfigurationTests {
    private static func file(_ combinations: String) -> String {
        ContactSamples.file(keys: ", \"contactless\": [\(combinations)]")
    }

    private static func combination(_ more: String = "", qualifiers: String = "36004000", kernel: Int = 3) -> String {
        "{\"aid\": \"\(ContactSamples.identifier)\", \"kernel\": \(kernel), \"qualifiers\": \"\(qualifiers)\"\(more)}"
    }

    private func fault(_ file: String) -> String? {
        do throws(ContactConfigurationError) {
            _ = try ContactSamples.configuration(file)
            return nil
        } catch {
            return error.field
        }
    }

    @Test func theFieldThatIsWrongIsNamed() {
        let plain = Self.combination()
        let faults: [(String, String)] = [
            (plain.replacing("F0000000011010", with: "F00000000110"), "aid"),
            (plain.replacing("F0000000011010", with: "F0"), "aid"),
            (Self.combination(kernel: 1), "kernel"), (Self.combination(kernel: 4), "kernel"),
            (Self.combination(qualifiers: "360040"), "qualifiers"),
            (Self.combination(qualifiers: "16004000"), "qualifiers"),
            (Self.combination(qualifiers: "B6004000"), "qualifiers"),
            (Self.combination(qualifiers: "3E004000"), "qualifiers"),
            (Self.combination(qualifiers: "76004000"), "qualifiers"),
            (Self.combination(qualifiers: "36804000"), "qualifiers"),
            (Self.combination(qualifiers: "36404000"), "qualifiers"),
            (Self.combination(qualifiers: "3600C000"), "qualifiers"),
            (Self.combination(qualifiers: "36004001"), "qualifiers"),
            (Self.combination(", \"transaction_limit\": 1000000000000"), "transaction_limit"),
            (Self.combination(", \"floor_limit\": 1000000000000"), "floor_limit"),
            (Self.combination(", \"verification_limit\": 1000000000000"), "verification_limit"),
            (Self.combination(", \"device_transaction_limit\": 9"), "device_transaction_limit"),
            (
                Self.combination(", \"transaction_limit\": 10, \"device_transaction_limit\": 9", kernel: 2),
                "device_transaction_limit"
            ),
            (
                Self.combination(", \"action_codes\": {\"denial\": \"\", \"online\": \"\", \"default\": \"\"}"),
                "action_codes.denial"
            ),
            (Self.combination(", \"floor_limit\": \"x\""), "floor_limit"),
        ]
        let wrong = faults.filter { fault(Self.file($0.0)) != "contactless[0].\($0.1)" }
            .map { "\($0.1): \(fault(Self.file($0.0)) ?? "-")" }
        #expect(wrong == [])
        #expect(fault(Self.file("\(plain),\(plain)")) == "contactless")
    }

    @Test func aQualifierNeedsTheTerminalsAbility() {
        func file(_ capabilities: String) -> String {
            ContactSamples.file(
                keys: ", \"contactless\": [\(Self.combination())]", capabilities: capabilities)
        }
        let faults = ["E0B8C8", "E0D8C8", "E0F8C8"].map { fault(file($0)) }
        #expect(faults == ["contactless[0].qualifiers", "contactless[0].qualifiers", nil])
    }

    @Test func whatIsWholeIsRead() throws {
        #expect(try ContactSamples.configuration(ContactSamples.file()).contactless == [])
        let configuration = try ContactSamples.configuration(
            Self.file(
                Self.combination() + ","
                    + Self.combination(
                        ", \"transaction_limit\": 5, \"device_transaction_limit\": 6, \"floor_limit\": 7,"
                            + " \"verification_limit\": 8, \"zero_amount\": false, \"status_check\": true,"
                            + " \"action_codes\": {\"denial\": \"0000000001\", \"online\": \"0000000002\","
                            + " \"default\": \"0000000003\"}", kernel: 2)))
        let (plain, full) = (configuration.contactless[0], configuration.contactless[1])
        #expect(plain.kernel == .kernel3)
        #expect([plain.transactionLimit, plain.floorLimit, plain.verificationLimit] == [nil, nil, nil])
        #expect([plain.allowsZeroAmount, plain.checksStatus] == [true, false])
        #expect(plain.actionCodes == .sensible)
        #expect(plain.qualifiers.bytes == [0x36, 0, 0x40, 0])
        #expect(full.kernel == .kernel2)
        let limits = [full.transactionLimit, full.deviceTransactionLimit, full.floorLimit, full.verificationLimit]
        #expect(limits == [5, 6, 7, 8])
        #expect([full.allowsZeroAmount, full.checksStatus] == [false, true])
        #expect(full.actionCodes.denial.rawValue == 1)
    }

    /// The commands for keys write a file anew.
    @Test func importingKeysKeepsTheCombinations() throws {
        let file = try CAKeyFile(parsing: [UInt8](Self.file(Self.combination(", \"floor_limit\": 7")).utf8))
        let again = try ContactConfiguration(parsing: file.json)
        #expect(again.contactless.map(\.floorLimit) == [7])
    }
}
