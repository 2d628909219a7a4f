/// What a value means, beside its bytes.
struct EMVMeaning {
    /// The value in words.
    var text: String?
    /// What is in it, line by line.
    var notes: [String] = []
    /// What is wrong with it.
    var fault: String?
    /// What it consists of.
    var parts: [EMVExplanation] = []
}
