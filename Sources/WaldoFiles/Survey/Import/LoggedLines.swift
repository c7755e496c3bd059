/// A reader of a sensor's log, line by line.
public protocol LoggedLines: AnyObject {
    /// The next line; nil at the end.
    /// - Throws: that the file cannot be read.
    func next() throws(FileError) -> LoggedLine?
    /// The part of the file that has been read, 0...1.
    var progress: Double { get }
}
