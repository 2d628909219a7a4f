/// A task, and the time at which it is due.
struct DueTask {
    let task: Due
    let time: Int64
    /// Whether it comes after all other tasks of its time.
    let isLast: Bool

    init(_ task: Due, at time: Int64, isLast: Bool = false) {
        self.task = task
        self.time = time
        self.isLast = isLast
    }
}
