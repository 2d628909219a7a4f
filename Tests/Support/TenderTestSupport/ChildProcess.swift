public import Foundation

/// Another program that runs until it is released, with its output in a pipe.
///
/// It starts without blocked signals, and is reaped, which `Foundation.Process` sometimes fails to do.
public final class ChildProcess {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The id of its process.
    public let identifier: pid_t
    private let output: Int32
    /// The pipe to its input; `nil` if it has this process's.
    private let input: Int32?
    private var isReaped = false

    /// One program starts at a time, so that none inherits the pipe of another.
    private static let lock = NSLock()

    /// Starts `arguments[0]`, found on the PATH.
    ///
    /// - Parameter hasInput: Whether its input is a pipe, which also ends when this process does.
    public init(_ arguments: [String], in directory: String, hasInput: Bool = false) throws {
        Self.lock.lock()
        defer { Self.lock.unlock() }
        let (reader, writer) = try Self.makePipe()
        output = reader
        defer { close(writer) }
        let inputPipe = hasInput ? try Self.makePipe() : nil
        input = inputPipe?.writer
        defer { if let inputPipe { close(inputPipe.reader) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let inputPipe { posix_spawn_file_actions_adddup2(&actions, inputPipe.reader, STDIN_FILENO) }
        posix_spawn_file_actions_adddup2(&actions, writer, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writer, STDERR_FILENO)
        identifier = try Self.spawn(["env", "-C", directory] + arguments, &actions)
    }

    private static func makePipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(description: "pipe failed") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ arguments: [String], _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = arguments.map { strdup($0) } + [nil]
        // Without its options, each program under the thread sanitizer waits a second before it ends; a deliberate
        // mistake applies to the child too.
        let kept = ["TSAN_OPTIONS", "TENDER_MUTANT"].compactMap { (name: String) -> String? in
            getenv(name).map { "\(name)=" + String(cString: $0) }
        }
        // A program that ends while others of its threads are running has the false leaks of
        // docs/decisions/swift-testing.md.
        let fixed = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "ASAN_OPTIONS=detect_leaks=0"]
        var environment = (fixed + kept).map { strdup($0) } + [nil]
        defer { for word in words + environment { free(word) } }
        var identifier: pid_t = 0
        let result = posix_spawnp(&identifier, arguments[0], &actions, &attributes, &words, &environment)
        guard result == 0 else { throw Failure(description: "\(arguments): \(String(cString: strerror(result)))") }
        return identifier
    }

    deinit {
        end()
        close(output)
        if let input { close(input) }
    }

    /// Writes a line to its input.
    public func write(_ line: String) {
        guard let input else { return }
        let bytes = Array((line + "\n").utf8)
        _ = Foundation.write(input, bytes, bytes.count)
    }

    /// Kills it, and returns when it is gone.
    public func end() {
        guard !isReaped else { return }
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
        isReaped = true
    }

    /// Returns some of its output; empty when it has ended.
    public func read() -> String { Self.read(output) }

    /// Returns its output from `text` on, up to the point where that is enough; all of it if it ends before.
    public func read(after text: String = "", until isEnough: (String) -> Bool) -> String {
        var text = text
        while !isEnough(text) {
            let more = read()
            guard !more.isEmpty else { break }
            text += more
        }
        return text
    }

    /// Discards its output from now on, so that it never waits for a reader.
    public func drain() {
        let copy = dup(output)
        Thread.detachNewThread {
            while !Self.read(copy).isEmpty {}
            close(copy)
        }
    }

    private static func read(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }

    /// Runs a program to its end on a thread of its own, so that no other test waits for it.
    public static func run(
        _ arguments: [String], in directory: String
    ) async throws -> (code: Int32?, output: String) {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try ChildProcess(arguments, in: directory).wait() })
            }
        }
    }

    /// Waits for its end; throws unless it succeeded.
    public func finish() throws {
        let (code, text) = wait()
        guard code == 0 else { throw Failure(description: text) }
    }

    /// Waits for its end; returns its exit code, `nil` if a signal ended it, and its output.
    public func wait() -> (code: Int32?, output: String) {
        var text = ""
        while true {
            let more = read()
            if more.isEmpty { break }
            text += more
        }
        var status: Int32 = 0
        waitpid(identifier, &status, 0)
        isReaped = true
        return (status & 0x7F == 0 ? (status >> 8) & 0xFF : nil, text)
    }
}
