package import Glibc
package import TenderReaders

/// An address of a stream socket, as the system represents it.
package struct SocketAddress: Hashable, Sendable {
    private let family: Int32
    private let bytes: [UInt8]

    private init(_ entry: addrinfo) {
        family = entry.ai_family
        bytes = entry.ai_addr.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: Int(entry.ai_addrlen))) } ?? []
    }

    /// Resolves a host's addresses: a name on a thread of its own, an address at once.
    ///
    /// - Throws: `.notFound` if the name has none, `.timedOut`, `.canceled`; the system's own lookup continues then.
    package static func resolve(
        host: String, port: UInt16, until deadline: ContinuousClock.Instant
    ) async throws(TransportError) -> [SocketAddress] {
        let literal = lookUp(host, port, AI_NUMERICHOST)
        guard literal.isEmpty else { return literal }
        let outcome = await withTaskGroup(of: Result<[SocketAddress], TransportError>.self) { group in
            group.addTask {
                let found = await OwnThread.runAbandonable { lookUp(host, port, AI_ADDRCONFIG) }
                guard let found else { return .failure(.canceled) }
                return found.isEmpty ? .failure(.notFound("\(host):\(port)")) : .success(found)
            }
            group.addTask {
                let isLate = (try? await Task.sleep(until: deadline, clock: .continuous)) != nil
                return .failure(isLate ? .timedOut : .canceled)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.canceled)
        }
        return try outcome.get()
    }

    /// The address in digits; `nil` if the system cannot tell.
    package var numericHost: String? {
        withPointer { address, size in
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            return code == 0 ? text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } : nil
        }
    }

    /// Creates a matching socket, not connected.
    package func makeSocket(name: String) throws(TransportError) -> Descriptor {
        let number = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw TransportError(errno, "socket", name) }
        return Descriptor(number, name: name, isSocket: true)
    }

    /// Lends the address to a system call.
    package func withPointer<Value>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Value) -> Value {
        bytes.withUnsafeBytes { buffer in
            body(buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
        }
    }

    private static func lookUp(_ host: String, _ port: UInt16, _ flag: Int32) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flag | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            addresses.append(SocketAddress(entry))
            next = entry.ai_next
        }
        return addresses
    }
}
