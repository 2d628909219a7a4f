import TenderFiles

/// The files of a till that are whole, or as they were before, whenever the power fails; all calls block.
enum TillFile {
    /// Replaces a file, readable by its owner only; it is on the disk when the call returns.
    static func write(_ bytes: [UInt8], to path: String) throws(ShopFailure) {
        do throws(FileFailure) {
            try DurableFile.write(bytes, to: path)
        } catch {
            throw ShopFailure(error)
        }
    }

    /// Deletes a file, if it exists.
    static func remove(_ path: String) throws(ShopFailure) {
        do throws(FileFailure) {
            try DurableFile.remove(path)
        } catch {
            throw ShopFailure(error)
        }
    }
}

extension ShopFailure {
    /// Cashiers read it, so it names the file without its folders.
    init(_ failure: FileFailure) {
        if failure.isDiskFull {
            self.init("the disk is full: free some space, then try again", isDiskFull: true)
        } else {
            let name = failure.path.split(separator: "/").last ?? ""
            self.init("the till cannot \(failure.operation.rawValue) its file \(name): \(failure.words)")
        }
    }
}
