extension ReaderPrompt {
    func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        case .spanish: spanish
        case .italian: italian
        case .dutch: dutch
        case .portuguese: portuguese
        case .japanese: japanese
        }
    }
}
