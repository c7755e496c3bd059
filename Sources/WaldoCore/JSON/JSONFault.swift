/// What a parser expected in a line of JSON, and at which byte (from 0).
package struct JSONFault: Error, Equatable {
    package var position: Int
    package var expected: String

    package init(position: Int, expected: String) {
        self.position = position
        self.expected = expected
    }
}
