import Foundation
import Glibc
import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import TenderModel

/// What came back over one connection.
struct HTTPAnswer {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]
    /// Whether as many bytes came as were promised.
    let isComplete: Bool

    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(body))) ?? .null }

    subscript(name: String) -> String {
        switch json[name] {
        case .string(let text): text
        case .integer(let number): "\(number)"
        default: ""
        }
    }

    var errorCode: JSONValue? { json["error"]?["code"] }
}

/// A client of a few lines on a plain socket: what it sends is what the test wrote, and nothing is repeated.
struct Client {
    struct Failure: Error {}

    /// Kept, since a gateway stops when nobody refers to it.
    let gateway: SimulatedGateway
    var key = "sk_test_shop"

    init(_ gateway: SimulatedGateway) { self.gateway = gateway }

    /// Sends bytes and reads until the server closes; `nil` when it closes without an answer.
    func exchange(_ bytes: [UInt8], thenHalfClose: Bool = false) throws -> HTTPAnswer? {
        let socket = try connect()
        defer { close(socket) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // A server that refuses a body closes while it is being sent.
            guard sent > 0 else { break }
            rest = rest.dropFirst(sent)
        }
        if thenHalfClose { shutdown(socket, Int32(SHUT_WR)) }
        return Self.parse(Self.readAll(socket))
    }

    func connect() throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = gateway.port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(socket)
            throw Failure()
        }
        return socket
    }

    private static func readAll(_ socket: Int32) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 { all += buffer[..<count] }
        return all
    }

    private static func parse(_ bytes: [UInt8]) -> HTTPAnswer? {
        guard let end = Data(bytes).firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let body = Array(bytes[end.upperBound...])
        return HTTPAnswer(
            status: Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0, headers: headers, body: body,
            isComplete: headers["content-length"] == "\(body.count)")
    }

    func post(_ path: String, _ form: [(String, String)] = [], idempotency: String? = nil) throws -> HTTPAnswer? {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_.[]"))
        let body = form.map { pair in
            "\(pair.0)=\(pair.1.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
        }.joined(separator: "&")
        let more = idempotency.map { "Idempotency-Key: \($0)\r\n" } ?? ""
        return try exchange(
            Array((head("POST", path) + more + "Content-Length: \(body.utf8.count)\r\n\r\n" + body).utf8))
    }

    func get(_ path: String) throws -> HTTPAnswer? { try exchange(Array((head("GET", path) + "\r\n").utf8)) }

    func head(_ method: String, _ path: String) -> String {
        "\(method) /v1/\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer \(key)\r\n"
    }

    /// Creates an intent of 10.00 EUR, and gives its id.
    func create(_ more: [(String, String)] = []) throws -> String {
        let form = [("amount", "1000"), ("currency", "eur"), ("payment_method_types[]", "card_present")]
        return try post("payment_intents", form + more)?["id"] ?? ""
    }

    func confirm(_ id: String, idempotency: String? = nil) throws -> HTTPAnswer? {
        try post("payment_intents/\(id)/confirm", Self.card(), idempotency: idempotency)
    }

    static func card() throws -> [(String, String)] {
        let payload = CardPayload(
            card: .visa, readMethod: .contactEmv, verification: .none, amount: Amount(minorUnits: 1000, currency: .eur))
        let sealed = try payload.seal(device: 1, counter: 1)
        let path = "payment_method_data[card_present][encrypted_payload]"
        return [
            ("payment_method_data[type]", "card_present"), (path + "[scheme]", sealed.scheme),
            (path + "[key_serial]", sealed.keySerial), (path + "[ciphertext]", sealed.ciphertext),
            (path + "[tag]", sealed.tag),
        ]
    }
}
