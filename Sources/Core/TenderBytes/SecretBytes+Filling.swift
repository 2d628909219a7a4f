import Glibc

extension SecretBytes {
    /// Creates `count` bytes, zeroed and then written by `fill`; the memory lent to `fill` is wiped afterwards.
    public convenience init<Failure: Error>(
        count: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        defer {
            if let base = memory.baseAddress { explicit_bzero(base, memory.count) }
            memory.deallocate()
        }
        try fill(memory)
        self.init(memory)
    }
}
