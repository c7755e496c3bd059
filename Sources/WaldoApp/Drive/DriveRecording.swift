import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// The recording of a drive (`--record`): opens its file before the drive and closes it at the end. A failure of the
/// recording never ends the drive.
@LoopActor
final class DriveRecording {
    /// Lines may wait this long, so that several are written together; a process that is killed loses no more than
    /// that.
    private static let gather: TimeSpan = .milliseconds(100)

    /// The file.
    let path: String
    private let writer: LineWriter
    private let start: Instant
    /// When the drive began, in microseconds since 1970.
    private let started: Int64
    private var hasBegun = false

    /// Creates the file, so that a failure is reported before anything moves.
    /// - Parameter start: the zero of the recording's times.
    /// - Throws: `Failure` when the file cannot be created, `SystemFailure` when the writer's thread cannot be started.
    init(_ argument: String, arm: String, start: Instant) throws {
        started = WallClock.utc(at: start)
        self.start = start
        do {
            let path = RecordingFile.path(for: argument, named: arm, started: started)
            self.path = path
            writer = try LineWriter(
                to: RecordingFile.create(path), gather: Self.gather, whenFull: .endWithOneFailure
            ) { ending in
                Diagnostics.write(
                    "waldo: \(ExportFile.name(path)): the recording ends here, and the drive goes on: \(ending.words)")
            }
        } catch let error as FileError {
            throw Failure(.output, error.description)
        }
    }

    /// Writes the header once the input and its mapping are known.
    /// - Returns: the observer that records from now on.
    func begin(_ plan: DrivePlan, _ controls: OperatorControls) -> DriveRecorder {
        hasBegun = true
        let positions = plan.arm.profiles.list.filter { $0.mode == .position }.map(\.start)
        let header = RecordingHeader(
            version: Version.current, started: started, arm: plan.armSource,
            mapping: controls.source, position: plan.startIsConfirmed ? positions : nil, input: controls.input,
            isPlayed: controls.isPlayed, link: plan.recordedLink)
        return DriveRecorder(writer, start: start, header)
    }

    /// Closes the recording after the drive's last line. The empty file of a drive that never had an input is removed.
    func close() {
        let isWhole = writer.finish(within: .milliseconds(500))
        if !hasBegun {
            removeEmptyFile()
        } else if !isWhole && writer.ending == nil {
            Diagnostics.write(
                "waldo: \(ExportFile.name(path)): the end of the recording is missing: it could not be written in time")
        }
    }

    /// Removes a regular file only: a FIFO or device existed before the drive.
    private func removeEmptyFile() {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 { unlink(path) }
    }
}

extension LineWriter.Ending {
    /// Why a recording ended, for a message.
    fileprivate var words: String {
        switch self {
        case .readerGone: "its reader has closed it"
        case .full: "the disk is slower than the drive"
        case .failed(let failure): StandardStreams.reason(failure.code)
        }
    }
}
