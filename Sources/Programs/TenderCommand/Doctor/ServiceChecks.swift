import CommandLineOptions
import Tender

/// The gateway and the journal that the options name.
enum ServiceChecks {
    static func all(_ arguments: Arguments) async throws -> [Finding] {
        [try await gateway(arguments), try await journal(arguments)]
    }

    private static func gateway(_ arguments: Arguments) async throws -> Finding {
        guard arguments.isGiven(GatewayAccess.gateway) else {
            return .note(
                "gateway", "not looked at",
                mend: "name it: tender doctor --gateway URL; without one a sale runs against a simulated one inside")
        }
        let client = try GatewayAccess.client(arguments)
        do throws(GatewayError) {
            _ = try await client.createConnectionToken()
            return .fine("gateway", "\(client.name) answers and knows the key")
        } catch {
            let mend =
                error.code == .authenticationFailed || error.code == .permissionDenied
                ? "give the key of this account: TENDER_API_KEY or --api-key-file"
                : "look at the network and the address; nothing can be authorized without it"
            return .wrong("gateway", "\(client.name): \(error.message)", mend: mend)
        }
    }

    private static func journal(_ arguments: Arguments) async throws -> Finding {
        guard let path = arguments[DoctorCommand.journal] else {
            return .note("journal", "not looked at", mend: "name it: tender doctor --journal FILE")
        }
        let report: JournalInspector.Report
        do throws(JournalError) {
            report = try await JournalInspector(path: path).verify()
        } catch {
            return .wrong(
                "journal", error.message, mend: "without a journal nothing is charged: mend the file or its folder")
        }
        guard report.isClean else {
            return .wrong(
                "journal", "\(path): \(report.findings.first.map { "\($0)" } ?? "damaged")",
                mend: "keep its files, and see tender journal verify \(path)")
        }
        return .fine("journal", "\(path): \(report.recordCount) records, nothing is wrong")
    }
}
