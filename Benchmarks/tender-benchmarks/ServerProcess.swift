import Glibc

/// A server of this package in a separate process, so that its processor time does not count as the benchmark's.
final class ServerProcess {
    /// The address it printed.
    let url: String
    private let pid: pid_t
    private let input: Int32

    /// Starts a program that is installed beside this one and prints its address.
    init(_ program: String, _ arguments: [String]) throws {
        let folder = String(cString: Array(CommandLine.arguments[0].utf8CString)).split(
            separator: "/", omittingEmptySubsequences: false
        ).dropLast()
        let path = (folder + [Substring(program)]).joined(separator: "/")
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw BenchmarkError.noServer("pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
        for descriptor in toChild + fromChild { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, path, &actions, nil, &argv, environ)
        posix_spawn_file_actions_destroy(&actions)
        close(toChild[0])
        close(fromChild[1])
        guard status == 0 else { throw BenchmarkError.noServer(path) }
        self.pid = pid
        input = toChild[1]
        url = Self.address(in: Self.read(fromChild[0]))
        guard !url.isEmpty else { throw BenchmarkError.noServer(path) }
    }

    deinit {
        close(input)
        kill(pid, SIGTERM)
        waitpid(pid, nil, 0)
    }

    /// Reads until an address with its port has arrived.
    private static func read(_ descriptor: Int32) -> String {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 256)
        while !text.contains(UInt8(ascii: "\n")) {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            text += chunk.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func address(in text: String) -> String {
        guard let match = text.firstMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+/) else { return "" }
        return String(match.output)
    }
}
