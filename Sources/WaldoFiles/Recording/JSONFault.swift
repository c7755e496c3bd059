/// What a parser expected in a line of JSON, and at which byte (from 0).
struct JSONFault: Error, Equatable {
    var position: Int
    var expected: String
}
