extension SurveyShelf {
    /// - Parameter store: the running survey's file; nil: the folder is the working directory.
    convenience init(beside store: String?) {
        let parts = (store ?? "").split(separator: "/", omittingEmptySubsequences: false)
        let path = parts.dropLast().joined(separator: "/")
        let folder = store == nil || parts.count == 1 ? "." : path.isEmpty ? "/" : path
        self.init(SurveyFolder(path: folder), called: folder == "." ? "this folder" : folder)
    }

    /// - Parameter files: the files whose surveys it has.
    convenience init(of files: [String]) {
        self.init(
            SurveyFolder(files: files), called: files.count == 1 ? files[0] : SurveyNumber.count(files.count, "file"))
    }

    /// Opens the newest survey for all pages.
    func openNewest() {
        isOpeningNewest = true
        readList()
    }
}
