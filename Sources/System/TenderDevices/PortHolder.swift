import CLibUDev
import Glibc

/// Finds out which program has a device open, as far as the kernel reveals it to this user.
package enum PortHolder {
    /// Searches the open files of all processes.
    ///
    /// - Parameters:
    ///   - path: The device's node, or a link to it.
    ///   - own: A descriptor of this process to ignore.
    /// - Returns: The name and ID of the process; `nil` if none is visible.
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

    /// Returns the path as the kernel reports it for an opened device, without opening the device.
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
