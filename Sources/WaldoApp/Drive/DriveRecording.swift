internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop

/// The recording of a drive (`--record`): its file, from before the drive to its end. What befalls it never ends the
/// drive.
@LoopActor
final class DriveRecording {
    /// Lines may wait this long for others: a killed process loses no more than that.
    private static let gather: Microseconds = .milliseconds(100)

    private let path: String
    private let writer: LineWriter
    private let start: Microseconds
    private let started: Int64
    private var hasBegun = false

    /// Creates the file, so that one that cannot be had is told before anything moves.
    /// - Parameter start: the moment that the recording's times count from.
    init(_ argument: String, arm: String, start: Microseconds) throws {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let passed = Monotonic.now() - start
        started = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000 - passed
        self.start = start
        do {
            let path = RecordingFile.path(for: argument, arm: arm, started: started)
            self.path = path
            writer = try LineWriter(
                to: RecordingFile.create(path), gather: Self.gather, whenFull: .endWithOneFailure
            ) { ending in
                Diagnostics.write("waldo: \(path): the recording ends here, and the drive goes on: \(ending.words)")
            }
        } catch let error as FileError {
            throw Failure(Failure.output, error.description)
        }
    }

    /// Writes the header, once the input and its mapping are known; gives what records from now on.
    func begin(_ plan: DrivePlan, _ controls: OperatorCallbacks.Controls) -> any DriveScreen {
        hasBegun = true
        let place = plan.arm.startValues
        let header = RecordingHeader(
            version: Version.current, started: started, arm: plan.armSource,
            mapping: controls.source, position: plan.isPlaced ? [place.zx, place.zy] : nil, input: controls.input,
            isPlayed: controls.isPlayed)
        return DriveLines(recording: writer, start: start, header)
    }

    /// After the drive's last line. A drive that never came to its input leaves no empty file behind.
    func close() {
        let isWhole = writer.finish(within: .milliseconds(500))
        if !hasBegun {
            removeEmptyFile()
        } else if !isWhole && writer.ending == nil {
            Diagnostics.write("waldo: \(path): the end of the recording is missing: it could not be written in time")
        }
    }

    /// Only a file is ours; what else can be written to was there before.
    private func removeEmptyFile() {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 { unlink(path) }
    }
}

extension LineWriter.Ending {
    /// Why a recording ended, for a sentence.
    fileprivate var words: String {
        switch self {
        case .readerGone: "nobody reads it any more"
        case .full: "the disk is slower than the drive"
        case .failed(let failure): failure.code == ENOSPC ? "the disk is full" : "\(failure)"
        }
    }
}
