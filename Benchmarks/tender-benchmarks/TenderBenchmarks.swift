import Glibc

/// Prints lines of `name median_ns`, which docs/performance.md explains; `emv`, `journal`, `readers`, `sale` or `shop`
/// selects a group; `sale-at URL KEY FOLDER` measures a sale at a gateway; `allocations` checks how often the kernel
/// allocates memory.
@main struct TenderBenchmarks {
    static func main() async throws {
        signal(SIGPIPE, SIG_IGN)
        if CommandLine.arguments.dropFirst().first == "readers" {
            return tell(try await ReaderBenchmark.run())
        }
        if CommandLine.arguments.dropFirst().first == "shop" { return tell(try await ShopBenchmark.run()) }
        if CommandLine.arguments.dropFirst().first == "sale-at", CommandLine.arguments.count == 5 {
            let at = CommandLine.arguments.dropFirst(2).map(\.self)
            return tell([try await SaleBenchmark.run(gateway: at[0], key: at[1], folder: at[2])])
        }
        if CommandLine.arguments.dropFirst().first == "sale" {
            return tell([await MachineBenchmark.run(), try await SaleBenchmark.run(), try await WorldBenchmark.run()])
        }
        if CommandLine.arguments.dropFirst().first == "emv" { return tell(try EMVBenchmark.run()) }
        if CommandLine.arguments.dropFirst().first == "allocations" { exit(try AllocationCounts.run() ? 0 : 1) }
        let journalOnly = CommandLine.arguments.dropFirst().first == "journal"
        // First, while the process is small.
        let memory = try await JournalBenchmark.memoryOfOpenAttempts()
        var results = try await JournalBenchmark.run()
        if !journalOnly {
            results += [await MachineBenchmark.run(), try await SaleBenchmark.run(), try await WorldBenchmark.run()]
            results += try await HTTPBenchmark.run() + ReaderBenchmark.run() + ShopBenchmark.run()
        }
        tell(results)
        print("# journal_10000_open_attempts = \(memory / 1024) KiB more resident memory")
    }

    private static func tell(_ results: [Benchmark]) {
        for result in results { print("\(result.name) \(inTenths(result.medianNanoseconds))") }
        ratio("raw_write_fdatasync", to: "journal_append_1_lanes", results)
        ratio("raw_write_fdatasync", to: "journal_append_64_lanes", results)
        ratio("payment_request_1_connections", to: "hello_request_1_connections", results)
        ratio("payment_request_8_connections", to: "hello_request_8_connections", results)
        ratio("neo_frame_kibibyte", to: "bytes_folded_kibibyte", results)
        ratio("neo_frame_kibibyte_in_pieces", to: "bytes_folded_kibibyte", results)
        ratio("t1_exchange_kibibyte_chained", to: "bytes_folded_kibibyte", results)
        for form in ["stored", "text", "escpos", "html"] {
            ratio("receipt_" + form, to: "receipt_json_encoder", results)
        }
        ratio("cart_totals_1000_lines", to: "limit_key_to_screen", results)
        ratio("shop_book_folded_10000_sales", to: "shop_events_read_10000_sales", results)
        ratio("shop_history_read_10000_sales", to: "limit_start", results)
        ratio("shop_receipt_found_in_10000", to: "limit_key_to_screen", results)
        ratio("shop_report_10000_sales", to: "limit_key_to_screen", results)
        ratio("emv_walk", to: "emv_walk_plain_c", results)
        ratio("emv_parse_owned", to: "emv_walk_plain_c", results)
        ratio("dukpt_tdes_host_key", to: "openssl_tdes_key_and_block", results)
        ratio("dukpt_aes128_host_key", to: "openssl_aes128_key_and_block", results)
        for name in SignatureChain.names {
            ratio("emv_chain_\(name)", to: "emv_chain_\(name)_rsa_alone", results)
            ratio("emv_transaction_\(name)", to: "emv_chain_\(name)_rsa_alone", results)
        }
    }

    /// Nanoseconds, with tenths where these count.
    private static func inTenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return value < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    }

    /// Prints how many times longer one takes than its peer, in hundredths, because ratios carry over to other machines
    /// and times do not.
    private static func ratio(_ name: String, to peer: String, _ results: [Benchmark]) {
        guard let value = results.first(where: { $0.name == name }),
            let base = results.first(where: { $0.name == peer })
        else { return }
        let hundredths = Int(value.medianNanoseconds * 100 / max(0.01, base.medianNanoseconds))
        print("# \(name) / \(peer) = \(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)")
    }
}
