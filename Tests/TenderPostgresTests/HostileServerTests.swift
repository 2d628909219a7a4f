import Foundation
import TenderBytes
import TenderPostgres
import TenderTestSupport
import Testing

/// A server that answers with anything.
@Suite(.serialized) struct HostileServerTests {
    @Test func aGoodAnswerIsUnderstood() async throws {
        let rows = try await ask(Bytes.answer).get()
        #expect(rows.rows == [[.integer(7)]])
        #expect(rows.affected == 1)
    }

    @Test func anAnswerThatEndsEarlyIsLost() async throws {
        var wrong: [String] = []
        for count in Bytes.answer.indices {
            let outcome = try await ask(Array(Bytes.answer[..<count]), closes: true)
            if case .failure(.lost) = outcome { continue }
            wrong.append("\(count): \(outcome)")
        }
        #expect(wrong == [])
    }

    @Test func aDamagedAnswerIsNoRefusalAndNoTrap() async throws {
        var random = SplitMix64(seed: 5)
        var wrong: [String] = []
        for _ in 0..<600 {
            var bytes = Bytes.answer
            for _ in 0...(random.next() % 3) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            let outcome = try await ask(bytes, closes: true)
            guard case .failure(let error) = outcome, !error.mayHaveHappened else { continue }
            wrong.append("\(bytes): \(error)")
        }
        #expect(wrong == [])
    }

    @Test func whatTheServerSaysUnaskedChangesNothing() async throws {
        let (isConnected, isSaid) = (Guarded(false), Guarded(false))
        let peer = try SocketPeer { connection in
            _ = SocketPeer.read(connection)
            SocketPeer.write(Bytes.welcome, to: connection)
            while !isConnected.withLock({ $0 }) { sched_yield() }
            SocketPeer.write(Bytes.message("S", Array("application_name\0other\0".utf8)), to: connection)
            isSaid.withLock { $0 = true }
            _ = SocketPeer.read(connection)
            SocketPeer.write(Bytes.answer, to: connection)
        }
        let connection = try await PostgresConnection.connect(peer.configuration)
        isConnected.withLock { $0 = true }
        try await waitUntil { isSaid.withLock { $0 } }
        #expect(try await connection.run(PostgresStatement("SELECT 7"), within: long).rows == [[.integer(7)]])
    }

    @Test func aMessageOfAGigabyteIsNotKept() async throws {
        let endless = Bytes.columns + [UInt8(ascii: "D"), 0x40, 0, 0, 0, 0, 1, 0x3F, 0xFF, 0xFF, 0xF6]
        let outcome = try await ask(endless, thenForever: [UInt8](repeating: 0, count: 65_536))
        #expect(throws: PostgresError.unusable("it is larger than 1048576 bytes")) { try outcome.get() }
    }

    @Test func anEndlessStreamOfNoticesEnds() async throws {
        let notice = Bytes.message("N", Array("SWARNING\0C00000\0Mx\0\0".utf8))
        let outcome = try await ask([], thenForever: Array([[UInt8]](repeating: notice, count: 1000).joined()))
        #expect(throws: PostgresError.unusable("it is larger than 1048576 bytes")) { try outcome.get() }
    }

    @Test func anAnswerThatNeverComesIsTimedOut() async throws {
        let outcome = try await ask([], within: .milliseconds(20))
        #expect(throws: PostgresError.timedOut) { try outcome.get() }
    }

    @Test func anUnknownResultIsLostThoughTheServerSaysSo() async throws {
        let error = Bytes.message("E", Array("SERROR\0C40003\0Mambiguous\0\0".utf8)) + Bytes.ready
        let outcome = try await ask(error)
        #expect(throws: PostgresError.lost("40003: ambiguous")) { try outcome.get() }
    }

    @Test func aMessageOfTheServerCannotControlAScreen() async throws {
        let text = "a\u{1B}[2Jb" + String(repeating: "x", count: 5000) + "\nPassword:"
        let outcome = try await ask(Bytes.message("E", Array("SERROR\0C42601\0M\(text)\0\0".utf8)) + Bytes.ready)
        guard case .failure(.refused(let refusal)) = outcome else { Issue.record("\(outcome)"); return }
        #expect(refusal.message.hasPrefix("a [2Jbxxx"))
        #expect(refusal.message.count == 500)
    }

    @Test(
        arguments: [
            [], [0], Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [UInt8](repeating: 0xFF, count: 100),
            [UInt8](repeating: UInt8(ascii: "R"), count: 100), Bytes.message("R", [0, 0, 0, 99]),
            [UInt8(ascii: "E"), 0x7F, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]])
    func aServerThatIsNoneIsNotConnectedTo(greeting: [UInt8]) async throws {
        let peer = try SocketPeer { connection in
            _ = SocketPeer.read(connection)
            SocketPeer.write(greeting, to: connection)
        }
        let error = await #expect(throws: PostgresError.self) {
            try await PostgresConnection.connect(peer.configuration)
        }
        #expect(error?.mayHaveHappened == false)
    }

    @Test func aServerThatSaysNothingIsGivenUp() async throws {
        let peer = try SocketPeer { connection in while !SocketPeer.read(connection).isEmpty {} }
        var configuration = peer.configuration
        configuration.connectTimeout = .milliseconds(20)
        await #expect(throws: PostgresError.notConnected("no connection in time")) {
            try await PostgresConnection.connect(configuration)
        }
    }

    @Test func aPasswordThatIsHashedForSecondsHoldsNobodyUp() async throws {
        let isComputed = Guarded(false)
        let peer = try SocketPeer { connection in
            _ = SocketPeer.read(connection)
            SocketPeer.write(Bytes.message("R", [0, 0, 0, 10] + Array("SCRAM-SHA-256\0\0".utf8)), to: connection)
            let text = String(decoding: SocketPeer.read(connection), as: UTF8.self)
            let nonce = text.split(separator: "r=").last ?? ""
            let challenge = "r=\(nonce)x,s=AAAA,i=1000000"
            SocketPeer.write(Bytes.message("R", [0, 0, 0, 11] + Array(challenge.utf8)), to: connection)
            _ = SocketPeer.read(connection)
            isComputed.withLock { $0 = true }
        }
        var configuration = peer.configuration
        configuration.password = SecretBytes(utf8: "secret")
        configuration.connectTimeout = .milliseconds(50)
        await #expect(throws: PostgresError.notConnected("no connection in time")) {
            try await PostgresConnection.connect(configuration)
        }
        #expect(!isComputed.withLock { $0 })
        // A thread that computes while the process ends can crash in OpenSSL's cleaning up.
        try await waitUntil { isComputed.withLock { $0 } }
    }

    /// Asks a server that answers a statement with these bytes, and then with others until nobody takes them.
    private func ask(
        _ answer: [UInt8], closes: Bool = false, thenForever more: [UInt8] = [], within limit: Duration = long
    ) async throws -> Result<PostgresRows, PostgresError> {
        let peer = try SocketPeer { connection in
            _ = SocketPeer.read(connection)
            SocketPeer.write(Bytes.welcome, to: connection)
            while SocketPeer.read(connection).suffix(5) != [UInt8(ascii: "S"), 0, 0, 0, 4] {}
            SocketPeer.write(answer, to: connection)
            if !more.isEmpty { while SocketPeer.write(more, to: connection) {} }
            if !closes { while !SocketPeer.read(connection).isEmpty {} }
        }
        var configuration = peer.configuration
        configuration.maximumAnswerSize = 1 << 20
        let connection = try await PostgresConnection.connect(configuration)
        do throws(PostgresError) {
            return .success(try await connection.run(PostgresStatement("SELECT 7"), within: limit))
        } catch {
            return .failure(error)
        }
    }

    /// Messages of a server (PostgreSQL, chapter 55.7).
    enum Bytes {
        static let ready = message("Z", [UInt8(ascii: "I")])
        static let columns =
            message("1", []) + message("2", [])
            + message(
                "T", [0, 1, UInt8(ascii: "a"), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 0, 8, 0xFF, 0xFF, 0xFF, 0xFF, 0, 1])
        static let answer =
            columns + message("D", [0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 7]) + message("C", Array("SELECT 1\0".utf8))
            + ready
        static let welcome =
            message("R", [0, 0, 0, 0])
            + ["server_version\u{0}15.0", "in_hot_standby\u{0}off", "default_transaction_read_only\u{0}off"]
            .flatMap { message("S", Array($0.utf8) + [0]) } + ready

        static func message(_ kind: Unicode.Scalar, _ content: [UInt8]) -> [UInt8] {
            [UInt8(ascii: kind)] + withUnsafeBytes(of: UInt32(content.count + 4).bigEndian) { Array($0) } + content
        }
    }
}
