/// What is wrong with a line of JSON, and at which byte of it (from 0).
struct JSONFault: Error, Equatable {
    var position: Int
    var expected: String
}
