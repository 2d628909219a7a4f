import Testing

/// All tests with the one server, one after the other: some stop it.
@Suite(.serialized) enum PostgresTests {}
