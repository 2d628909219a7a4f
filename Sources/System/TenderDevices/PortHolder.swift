import CLibUDev
import Glibc

/// Finds out which program has a device open, as far as the kernel tells this user.
package enum PortHolder {
    /// Looks through the open files of all processes.
    ///
    /// - Parameters:
    ///   - path: the device's node, or a link to it.
    ///   - own: a descriptor of this process that does not count.
    /// - Returns: name and number of the process; nil when none is seen.
    package static func find(_ path: String, except own: Int32 = -1) -> String? {
        guard let node = name(of: path) else { return nil }
        for process in entries("/proc") {
            guard let identifier = Int32(process) else { continue }
            for file in entries("/proc/\(process)/fd") where target("/proc/\(process)/fd/\(file)") == node {
                if identifier == getpid(), file == String(own) { continue }
                return "\(name(process)) (process \(process))"
            }
        }
        return nil
    }

    /// The path as the kernel has it for whoever opens the device, which is not opened for that.
    private static func name(of path: String) -> String? {
        let number = cudev_open_name(path)
        guard number >= 0 else { return nil }
        defer { close(number) }
        return target("/proc/self/fd/\(number)")
    }

    private static func entries(_ directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(String(cString: cudev_entry_name(entry)))
        }
        return names
    }

    private static func target(_ link: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer -> Int in
            guard let start = buffer.baseAddress else { return 0 }
            return readlink(link, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    private static func name(_ process: String) -> String {
        guard let file = fopen("/proc/\(process)/comm", "r") else { return "a program" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
    }
}
