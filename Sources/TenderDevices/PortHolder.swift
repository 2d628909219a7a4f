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
        guard let device = realpath(path, nil) else { return nil }
        defer { free(device) }
        let node = String(cString: device)
        for process in entries("/proc") {
            guard let identifier = Int32(process) else { continue }
            for file in entries("/proc/\(process)/fd") where target("/proc/\(process)/fd/\(file)") == node {
                if identifier == getpid(), file == String(own) { continue }
                return "\(name(process)) (process \(process))"
            }
        }
        return nil
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
