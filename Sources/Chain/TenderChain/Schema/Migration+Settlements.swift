extension Migration {
    /// Who has looked into a finding, and what came of it.
    static let settlements = Migration(
        number: 5, statements: ["ALTER TABLE tender.findings ADD COLUMN settled_by text, ADD COLUMN note text"])
}
