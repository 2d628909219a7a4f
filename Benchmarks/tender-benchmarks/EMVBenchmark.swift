import TenderBytes
import TenderCrypto
import TenderEMV
import kernel_peer

/// The chip card kernel without a reader: data objects, signatures, whole transactions and keys, beside plain C and
/// OpenSSL with everything kept that can be kept.
enum EMVBenchmark {
    typealias Entry = (name: String, operations: Int, body: () throws -> Void)

    static func run() throws -> [Benchmark] {
        kernel_peer_pin()
        return try Benchmark.measureBatches(entries())
    }

    static func entries() throws -> [Entry] {
        var entries = try dataObjects() + hostKeys()
        for name in SignatureChain.names {
            let chain = try SignatureChain(name)
            let peers = try chain.keys().map { try OpenSSLKey($0) }
            entries.append(
                ("emv_chain_\(name)", 1, { guard try chain.holds() else { throw BenchmarkError.brokenPromise } }))
            entries.append(("emv_chain_\(name)_rsa_alone", 1, { for peer in peers { try peer.run() } }))
        }
        for name in ChipTransaction.names {
            let transaction = try ChipTransaction(name)
            entries.append(("emv_transaction_\(name)", 1, { try transaction.run() }))
        }
        let secondHalf = try ChipSecondHalf(ChipTransaction("dda"))
        entries.append(("emv_second_half", 1, { try secondHalf.run() }))
        for name in ContactlessTransaction.names {
            let transaction = try ContactlessTransaction(name)
            entries.append(("emv_contactless_\(name)", 1, { try transaction.run() }))
        }
        return entries
    }

    /// Time for one data object, and of the list for one whole list.
    private static func dataObjects() throws -> [Entry] {
        let messages = try EMVMaterial.corpus()
        let count = try messages.map { try TLV($0).elements.count }.reduce(0, +)
        // Never freed, so that nothing but the work itself is measured.
        let corpus = messages.map { message in
            let place = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: message.count)
            _ = place.initialize(from: message)
            return UnsafeRawBufferPointer(place)
        }
        let expected = corpus.reduce(0) { $0 &+ EMVPeer.walk($1) }
        let list = try CardList(ChipTransaction("cda"))
        return [
            ("emv_corpus_copied", count, { for message in corpus { try EMVPeer.copy(message) } }),
            ("emv_walk_plain_c", count, { try check(corpus.reduce(0) { $0 &+ EMVPeer.walk($1) } == expected) }),
            ("emv_walk", count, { try check(try corpus.reduce(0) { $0 &+ (try walk($1)) } == expected) }),
            ("emv_parse_owned", count, { try check(try corpus.reduce(0) { $0 &+ (try parse($1)) } == count) }),
            ("emv_cdol1_built", 1, { try check(list.filled() == list.count) }),
        ]
    }

    private static func walk(_ message: UnsafeRawBufferPointer) throws -> UInt64 {
        var sum: UInt64 = 0
        try TLV.walk(message.bytes) { sum &+= UInt64($0.tag.rawValue) &+ UInt64($0.range.count) }
        return sum
    }

    /// A list that owns a copy of the bytes, and its release.
    private static func parse(_ message: UnsafeRawBufferPointer) throws -> Int {
        try TLV([UInt8](message)).elements.count
    }

    static func check(_ holds: Bool) throws { if !holds { throw BenchmarkError.brokenPromise } }

    /// From a base key to the key of a PIN: the initial key of the device, then that of its eighth transaction.
    private static func hostKeys() throws -> [Entry] {
        let base = SecretBytes([UInt8](repeating: 0x5A, count: 16))
        let tripleDES = try TripleDESKeySerialNumber([0xFF, 0xFF, 0x98, 0x76, 0x54, 0x32, 0x10, 0xE0, 0, 8])
        let aes = try AESKeySerialNumber([0x12, 0x34, 0x56, 0x78, 0x90, 0x12, 0x34, 0x56, 0, 0, 0, 8])
        let ciphers = try (0...1).map { try OpenSSLCipher($0) }
        return [
            (
                "dukpt_tdes_host_key", 1,
                {
                    let initial = try TripleDESDUKPT.initialKey(baseKey: base, serialNumber: tripleDES)
                    _ = try TripleDESDUKPT.key(for: .pin, initialKey: initial, serialNumber: tripleDES)
                }
            ),
            (
                "dukpt_aes128_host_key", 1,
                {
                    let initial = try AESDUKPT.initialKey(baseKey: base, serialNumber: aes)
                    _ = try AESDUKPT.key(for: .pin, type: .aes128, initialKey: initial, serialNumber: aes)
                }
            ),
            ("openssl_tdes_key_and_block", 1, { try ciphers[0].run() }),
            ("openssl_aes128_key_and_block", 1, { try ciphers[1].run() }),
        ]
    }
}
