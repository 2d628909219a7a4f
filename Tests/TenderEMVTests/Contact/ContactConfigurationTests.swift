import TenderBytes
import Testing

@testable import TenderEMV

/// What a configuration may be, and where it says that it is wrong.
@Suite struct ContactConfigurationTests {
    private static let modulus = String(repeating: "C3", count: 128)

    private static func key(_ changes: [String: String] = [:]) -> String {
        var fields = ["rid": "F000000001", "index": "01", "modulus": modulus, "exponent": "03", "expires": "301231"]
        let bytes = [fields["rid"], fields["index"], modulus, fields["exponent"]].compactMap { $0 }.map {
            Hex.decode($0)
        }
        let sum = CAKey.checkSum(
            provider: bytes[0] ?? [], index: bytes[1]?.first ?? 0, modulus: bytes[2] ?? [], exponent: bytes[3] ?? [])
        fields["checksum"] = Hex.encode(sum)
        fields.merge(changes) { _, changed in changed }
        return "{" + fields.map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ",") + "}"
    }

    private func fault(_ file: String) -> String? {
        do throws(ContactConfigurationError) {
            _ = try ContactSamples.configuration(file)
            return nil
        } catch {
            return error.field
        }
    }

    private func terminal(_ text: String) -> String { ContactSamples.file(terminal: ", " + text) }
    private func application(_ text: String) -> String { ContactSamples.file(application: ", " + text) }
    private func keys(_ text: String...) -> String {
        ContactSamples.file(keys: ", \"keys\": [\(text.joined(separator: ","))]")
    }

    @Test func theFieldThatIsWrongIsNamed() {
        let faults: [(String, String)] = [
            ("", "file"), ("{}", "terminal"), (terminal("\"pin_seconds\": \"x\""), "terminal.pin_seconds"),
            (ContactSamples.file(type: "20"), "terminal.type"), (ContactSamples.file(type: "23"), "terminal.type"),
            (ContactSamples.file(type: "2"), "terminal.type"),
            (ContactSamples.file(capabilities: "E0F8CC"), "terminal.capabilities"),
            (ContactSamples.file(capabilities: "E0F8"), "terminal.capabilities"),
            (ContactSamples.file(additional: "FA00F0A3"), "terminal.additional_capabilities"),
            (terminal("\"combined_mode\": 5"), "terminal.combined_mode"),
            (terminal("\"pin_seconds\": 4"), "terminal.pin_seconds"),
            (terminal("\"elements\": {\"95\": \"0000000000\"}"), "terminal.elements.95"),
            (terminal("\"elements\": {\"5A\": \"12\"}"), "terminal.elements.5A"),
            (terminal("\"elements\": {\"9F15\": \"12\"}"), "terminal.elements.9F15"),
            (terminal("\"elements\": {\"70\": \"12\"}"), "terminal.elements.70"),
            (terminal("\"elements\": {\"G\": \"12\"}"), "terminal.elements.G"),
            (
                application("\"random_selection\": {\"threshold\": 100000, \"target\": 1, \"maximum\": 2}"),
                "applications[0].random_selection.threshold"
            ),
            (
                application("\"random_selection\": {\"threshold\": 1, \"target\": 3, \"maximum\": 2}"),
                "applications[0].random_selection"
            ),
            (
                application("\"action_codes\": {\"denial\": \"00\", \"online\": \"00\", \"default\": \"00\"}"),
                "applications[0].action_codes.denial"
            ),
            (application("\"default_ddol\": \"9F37\""), "applications[0].default_ddol"),
            (keys(Self.key(["rid": "F0"])), "keys[0].rid"), (keys(Self.key(["exponent": "05"])), "keys[0].modulus"),
            (keys(Self.key(["index": "02"])), "keys[0].checksum"),
            (keys(Self.key(["expires": "301301"])), "keys[0].expires"),
            (keys(Self.key(["modulus": Self.modulus + "C2"])), "keys[0].modulus"),
            (keys(Self.key(), Self.key()), "keys"),
            (
                ContactSamples.file(
                    keys: ", \"revoked\": [{\"rid\": \"F000000001\", \"index\": \"01\", \"serial\": \"01\"}]"),
                "revoked[0].serial"
            ),
        ]
        let wrong = faults.filter { fault($0.0) != $0.1 }.map { "\($0.1), not \(fault($0.0) ?? "-")" }
        #expect(wrong == [])
    }

    @Test func whatIsWholeIsRead() throws {
        let configuration = try ContactSamples.configuration(
            ContactSamples.file(
                terminal: ", \"combined_mode\": 4, \"elements\": {\"9F15\": \"5999\"}",
                application:
                    ", \"partial\": false, \"action_codes\": {\"denial\": \"0010000000\", \"online\": \"FC00000000\","
                    + "\"default\": \"0000000001\"}, \"default_ddol\": \"9F3704\"",
                keys: ", \"keys\": [\(Self.key())], \"revoked\": [{\"rid\": \"F000000001\", \"index\": \"01\","
                    + "\"serial\": \"000001\"}]"))
        let application = try #require(configuration.applications.first)
        let codes = [application.actionCodes.denial, application.actionCodes.online, application.actionCodes.default]
        #expect(codes.map { Hex.encode($0.bytes) } == ["0010000000", "fc00000000", "0000000001"])
        #expect(configuration.terminal.combinedMode == .neither)
        #expect(!configuration.terminal.approvesOffline)
        #expect(!application.allowsPartial)
        #expect(configuration.terminal.elements == [0x9F15: [0x59, 0x99]])
        #expect(configuration.revoked.count == 1)
        let days = try ["301231", "310101"].map { try #require(EMVDate(bytes: Hex.decode($0) ?? [])) }
        let found = days.map { configuration.key(provider: [0xF0, 0, 0, 0, 1], index: 1, on: $0) != nil }
        #expect(found == [true, false])
    }

    @Test func datesAreThoseOfTheCalendar() {
        var count = 0
        for year in UInt8.min...UInt8.max {
            for month in UInt8.min...0x20 {
                for day in UInt8.min...0x40 where EMVDate(bytes: [year, month, day])?.bytes == [year, month, day] {
                    count += 1
                }
            }
        }
        // A hundred years with 25 leap days.
        #expect(count == 36_525)
        let order = ["500101", "991231", "000101", "491231"].compactMap { EMVDate(bytes: Hex.decode($0) ?? []) }
        #expect(order.count == 4)
        #expect(order == order.sorted())
        let last = EMVDate(bytes: [0x25, 0x02, 0x28])
        #expect(last.flatMap { day in EMVDate(endOfMonth: [0x02, 0x25]).map { $0 >= day } } == true)
    }

    @Test func approvalOfflineIsASettingThatCanBeTakenBack() throws {
        let configuration = try ContactSamples.configuration(terminal("\"approves_offline\": true"))
        #expect(configuration.terminal.reach == .both)
        #expect(configuration.withoutOfflineApproval.terminal.reach == .onlineOnly)
        #expect(fault(terminal("\"approves_offline\": 1")) == "terminal.approves_offline")
    }

    @Test func aTransactionFitsItsDataElements() {
        let made = [
            ContactSamples.transaction(amount: 999_999_999_999), ContactSamples.transaction(amount: 1_000_000_000_000),
            ContactSamples.transaction(kind: .cashback, amount: 10, other: 10),
            ContactSamples.transaction(kind: .cashback, amount: 10, other: 11),
            ContactSamples.transaction(kind: .goods, amount: 10, other: 1), ContactSamples.transaction(kind: .cashback),
            ContactSamples.transaction(currency: [0x8A, 0]), ContactSamples.transaction(currency: [0x08]),
        ]
        #expect(made.map { $0 != nil } == [true, false, true, false, false, false, false, false])
        let elements = made[0]?.elements ?? [:]
        #expect([elements[0x9F02], elements[0x81]] == [[UInt8](repeating: 0x99, count: 6), [255, 255, 255, 255]])
        #expect(ContactSamples.transaction(amount: 1_234_567)?.elements[0x9F02] == [0, 0, 0x01, 0x23, 0x45, 0x67])
    }
}
