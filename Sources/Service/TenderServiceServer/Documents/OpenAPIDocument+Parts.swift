import TenderAPI
import TenderModel
import TenderService

/// The parts of the description that are no call's.
extension OpenAPIDocument {
    static let parameters: [String: APIValue] = [
        "till": path("till", "The till, as /v1/tills lists it."),
        "id": path("id", "The object's ID."),
        "key": [
            "name": "Idempotency-Key", "in": "header", "required": true,
            "description": "New for each command, and the same when it is repeated.",
            "schema": ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"],
        ],
    ]

    private static func path(_ name: String, _ description: String) -> APIValue {
        [
            "name": .string(name), "in": "path", "required": true, "description": .string(description),
            "schema": ["type": "string", "pattern": "^[A-Za-z0-9._-]{1,255}$"],
        ]
    }

    static let failure: APIValue = [
        "description": """
        It failed, or nobody knows (504, outcome unknown). 4xx is the caller's to mend, 503 the reader's or this machine's, \
        502 the gateway's.
        """,
        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/failure"]]],
    ]

    /// The objects of results.
    ///
    /// Those of the payments API have all of its members, of which the most used are listed.
    static let schemas: [String: APIValue] = [
        "failure": [
            "type": "object", "additionalProperties": false, "required": ["outcome", "error"],
            "properties": [
                "outcome": ["type": "string", "enum": ["failed", "canceled", "declined", "unknown"]],
                "error": ["$ref": "#/components/schemas/error"],
            ],
        ],
        "error": [
            "type": "object", "additionalProperties": false, "required": ["code", "message"],
            "properties": .object(
                Dictionary(
                    uniqueKeysWithValues: ServiceError.Body.CodingKeys.allCases.map { key in
                        (key.stringValue, .object(["type": "string"]))
                    })),
        ],
        "decline": object(
            "Why a card was refused.",
            ["code": "string", "decline_code": "string", "message": "string"], required: ["code"]),
        "payment_intent": open(
            "A payment, as the payments API tells it.",
            [
                "id": "string", "amount": "integer", "amount_capturable": "integer", "amount_received": "integer",
                "currency": "string", "status": "string", "metadata": "object",
            ]),
        "setup_intent": open(
            "The saving of a card, as the payments API tells it.",
            ["id": "string", "status": "string", "customer": "string"]),
        "refund": open(
            "A refund, as the payments API tells it.",
            ["id": "string", "amount": "integer", "currency": "string", "status": "string", "payment_intent": "string"]),
        "reader": open(
            "A reader.",
            [
                "id": "string", "model": "string", "serial_number": "string", "label": "string", "simulated": "boolean",
                "discovery_method": "string", "software_version": "string",
            ]),
        "application_question": [
            "type": "object", "description": "With which application of the card to pay.",
            "additionalProperties": false, "required": ["id", "kind", "again", "applications"],
            "properties": [
                "id": ["type": "string"], "kind": ["type": "string", "enum": ["choice", "confirmation"]],
                "again": ["type": "boolean"],
                "applications": ["type": "array", "items": ["$ref": "#/components/schemas/application"]],
            ],
        ],
        "application": object(
            "An application of a card; its `id` is the AID.",
            ["number": "integer", "id": "string", "name": "string"], required: ["number", "id", "name"]),
        "pending_attempt": open(
            "What still needs attention, and why.",
            [
                "intent_id": "string", "attempt": "integer", "state": "string", "amount": "object", "order": "string",
                "opened": "integer", "capture_before": "integer",
            ]),
        "offline_payment": open(
            "What is stored offline.", ["id": "string", "state": "string", "stored_at": "integer"]),
        "totals": object(
            "What was sold in a currency, in its smallest unit.",
            [
                "currency": "string", "approved": "integer", "approved_amount": "integer", "refunded_amount": "integer",
                "reversed": "integer", "declined": "integer", "unknown": "integer", "unknown_amount": "integer",
                "stored_offline": "integer", "stored_offline_amount": "integer",
            ], required: ["currency", "approved", "approved_amount"]),
        "record": object(
            "A record of the journal.",
            [
                "sequence": "integer", "time": "string", "intent": "string", "attempt": "integer", "event": "string",
                "detail": "string", "amount": "string", "order": "string",
            ], required: ["sequence", "time", "intent", "attempt", "event", "detail"]),
    ]

    /// An object with these members alone.
    private static func object(_ description: String, _ members: [String: String], required: [String]) -> APIValue {
        [
            "type": "object", "description": .string(description), "additionalProperties": false,
            "properties": properties(members), "required": .array(required.map { .string($0) }),
        ]
    }

    /// An object with these members and others.
    private static func open(_ description: String, _ members: [String: String]) -> APIValue {
        ["type": "object", "description": .string(description), "properties": properties(members)]
    }

    private static func properties(_ members: [String: String]) -> APIValue {
        .object(members.mapValues { .object(["type": .string($0)]) })
    }

    /// The paths that are no till's calls.
    static let otherPaths: [String: APIValue] = [
        "/health": [
            "get": [
                "operationId": "health", "summary": "whether the service answers", "security": [],
                "responses": ["200": ["description": "It does."]],
            ]
        ],
        "/v1/tills": [
            "get": [
                "operationId": "list_tills", "summary": "the tills that the token is for",
                "responses": [
                    "200": [
                        "description": "Their names, and that of the token's front end.",
                        "content": [
                            "application/json": [
                                "schema": [
                                    "type": "object", "additionalProperties": false,
                                    "required": ["front_end", "outcome", "tills"],
                                    "properties": [
                                        "front_end": ["type": "string"],
                                        "outcome": ["type": "string", "enum": ["done"]],
                                        "tills": ["type": "array", "items": ["type": "string"]],
                                    ],
                                ]
                            ]
                        ],
                    ], "default": ["$ref": "#/components/responses/failure"],
                ],
            ]
        ],
        "/v1/tills/{till}/events": [
            "get": [
                "operationId": "events",
                "summary":
                    "what happens at the till, as server-sent events: `record` with an id, `passing` without one",
                "parameters": [
                    ["$ref": "#/components/parameters/till"],
                    [
                        "name": "after", "in": "query", "description": "the number of the last record that is known",
                        "schema": ["type": "integer", "minimum": 0],
                    ],
                    [
                        "name": "ticket", "in": "query", "description": "a ticket in place of the token",
                        "schema": ["type": "string"],
                    ],
                    [
                        "name": "Last-Event-ID", "in": "header",
                        "description": "the same as after, as browsers send it",
                        "schema": ["type": "integer", "minimum": 0],
                    ],
                ],
                "responses": [
                    "200": [
                        "description": "Events until the client hears no more.",
                        "content": ["text/event-stream": ["schema": ["type": "string"]]],
                    ], "default": ["$ref": "#/components/responses/failure"],
                ],
            ]
        ],
        "/v1/tills/{till}/events/ticket": [
            "post": [
                "operationId": "create_event_ticket",
                "summary": "makes a ticket for the events, because a browser's EventSource sends no token",
                "parameters": [["$ref": "#/components/parameters/till"]],
                "responses": [
                    "200": [
                        "description": "The ticket, which is good until the service ends or the token is revoked.",
                        "content": [
                            "application/json": [
                                "schema": [
                                    "type": "object", "additionalProperties": false, "required": ["outcome", "ticket"],
                                    "properties": [
                                        "outcome": ["type": "string", "enum": ["done"]], "ticket": ["type": "string"],
                                    ],
                                ]
                            ]
                        ],
                    ], "default": ["$ref": "#/components/responses/failure"],
                ],
            ]
        ],
    ]
}
