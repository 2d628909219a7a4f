/// A task that is due at some time: an effect on the object with that id.
///
/// Each resource declares its own tasks in its folder.
struct Due {
    let id: String
    let run: @Sendable (inout ResourceContext, _ id: String, _ now: Int64) -> Void

    init(_ id: String, _ run: @escaping @Sendable (inout ResourceContext, String, Int64) -> Void) {
        self.id = id
        self.run = run
    }
}
