import Synchronization
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// Has a child of this program do jobs with files that may come from anybody, so that no file can block this process,
/// exhaust its memory or crash it. One thread at a time uses a helper.
final class FileHelper {
    private let program: String?
    private var child: AnsweringChild?

    /// - Parameter program: what is started as a helper; nil: jobs are done in this process.
    init(program: String? = ForeignFiles.helper) { self.program = program }

    /// Does one job by a helper of its own, and waits for it.
    /// - Throws: `Failure`: what the job says, or that the helper had to be ended.
    @discardableResult
    static func once(_ job: FileJob) throws(Failure) -> [UInt8] { try FileHelper().ask(job) }

    /// Does a job, and waits for it. A helper that was ended is started again by the next one.
    /// - Throws: `Failure`: what the job says, or that the helper had to be ended.
    func ask(_ job: FileJob) throws(Failure) -> [UInt8] {
        let answer = try answer(job)
        guard answer.status != 0 else { return answer.bytes }
        throw Failure(ExitStatus(answer.status), String(decoding: answer.bytes.prefix(4_000), as: UTF8.self))
    }

    private func answer(_ job: FileJob) throws(Failure) -> AnsweringChild.Answer {
        guard let program else { return job.answer() }
        let patience = job.patience
        let running: AnsweringChild
        if let child { running = child } else { running = try start(program) }
        child = running
        do throws(AnsweringChild.Refusal) {
            return try running.ask(job.packet.bytes, within: patience, limit: job.maxBytes)
        } catch {
            child = nil
            throw Failure(.file, "\(SafeText.escaped(job.path, upTo: .max)): \(Self.sentence(error, patience))")
        }
    }

    /// The failure of an answer that is none.
    static func malformed(_ path: String) -> Failure {
        Failure(.file, "\(SafeText.escaped(path, upTo: .max)): \(sentence(.wrong, .zero))")
    }

    private func start(_ program: String) throws(Failure) -> AnsweringChild {
        do throws(SystemFailure) {
            return try AnsweringChild([program, ForeignFiles.command], environment: ForeignFiles.environment)
        } catch {
            throw Failure(
                .output, "the process that reads files cannot be started: \(error.reason); end other programs")
        }
    }

    private static func sentence(_ refusal: AnsweringChild.Refusal, _ patience: TimeSpan) -> String {
        switch refusal {
        case .late:
            "it took longer than \(SurveyNumber.seconds(patience)), and was given up; `waldo survey check` says what "
                + "is wrong with a survey"
        case .ended(let status):
            "the process that reads it ended with status \(status), out of memory or time; `waldo survey check` says what "
                + "is wrong with a survey"
        case .wrong:
            "the process that reads it gave a malformed answer; `waldo survey check` says what is wrong with a survey"
        }
    }
}
