import Foundation
import Testing

@testable import Preferences

@Suite struct DurableFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func status(_ name: String) throws -> stat {
    var status = stat()
    try #require(lstat(folder(name), &status) == 0)
    return status
  }

  @Test func createsFoldersAndFileForTheOwnerOnly() throws {
    let file = DurableFile(path: folder("a/b/f"))
    #expect(try file.read() == nil)
    let old = umask(0)
    defer { umask(old) }
    try file.replace(with: Array("x".utf8))
    #expect(try file.read() == Array("x".utf8))
    #expect(try status("a").st_mode & 0o777 == 0o700)
    #expect(try status("a/b").st_mode & 0o777 == 0o700)
    #expect(try status("a/b/f").st_mode & 0o777 == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("a/b")) == ["f"])
  }

  @Test func keepsLinksAndPermissions() throws {
    try FileManager.default.createDirectory(
      atPath: folder("dotfiles"), withIntermediateDirectories: false)
    try folder.write("old", to: "dotfiles/real")
    chmod(folder("dotfiles/real"), 0o640)
    symlink("dotfiles/second", folder("first"))
    symlink("real", folder("dotfiles/second"))
    try DurableFile(path: folder("first")).replace(with: Array("new".utf8))
    #expect(try folder.read("dotfiles/real") == "new")
    #expect(try status("first").st_mode & S_IFMT == S_IFLNK)
    #expect(try status("dotfiles/second").st_mode & S_IFMT == S_IFLNK)
    #expect(try status("dotfiles/real").st_mode & 0o777 == 0o640)
  }

  @Test func createsTheTargetOfADanglingLink() throws {
    symlink("later/file", folder("link"))
    let file = DurableFile(path: folder("link"))
    #expect(try file.read() == nil)
    try file.replace(with: [65])
    #expect(try folder.read("later/file") == "A")
    #expect(try status("link").st_mode & S_IFMT == S_IFLNK)
  }

  @Test func refusesLoopsFoldersAndPipes() throws {
    symlink("b", folder("a"))
    symlink("a", folder("b"))
    #expect(throws: PreferencesError.system(.resolve, path: folder("a"), code: ELOOP)) {
      try DurableFile(path: folder("a")).replace(with: [])
    }
    #expect(throws: PreferencesError.notRegularFile(path: folder.path)) {
      try DurableFile(path: folder.path).replace(with: [])
    }
    mkfifo(folder("pipe"), 0o600)
    #expect(throws: PreferencesError.notRegularFile(path: folder("pipe"))) {
      try DurableFile(path: folder("pipe")).read()
    }
    #expect(throws: PreferencesError.notRegularFile(path: folder("pipe"))) {
      try DurableFile(path: folder("pipe")).replace(with: [])
    }
  }

  @Test func aFileInTheWayOfTheFolderIsNoMissingFile() throws {
    try folder.write("", to: "file")
    let path = folder("file/preferences.plist")
    #expect(throws: PreferencesError.system(.open, path: path, code: ENOTDIR)) {
      try DurableFile(path: path).read()
    }
    #expect(throws: PreferencesError.system(.inspect, path: path, code: ENOTDIR)) {
      try DurableFile(path: path).replace(with: [])
    }
  }

  @Test func doesNotWriteAFileOfAnotherUser() throws {
    try folder.write("theirs", to: "f")
    if geteuid() == 0 {
      chown(folder("f"), 12_345, 12_345)
      #expect(throws: PreferencesError.foreignOwner(path: folder("f"), owner: 12_345)) {
        try DurableFile(path: folder("f")).replace(with: [])
      }
      chown(folder.path, 12_345, 12_345)
      #expect(throws: PreferencesError.foreignOwner(path: folder.path, owner: 12_345)) {
        try DurableFile(path: folder("new/f")).replace(with: [])
      }
    } else {
      #expect(throws: PreferencesError.foreignOwner(path: "/etc/passwd", owner: 0)) {
        try DurableFile(path: "/etc/passwd").replace(with: [])
      }
    }
    #expect(try folder.read("f") == "theirs")
  }

  @Test func readingIsLimited() throws {
    try folder.write("12345", to: "f")
    #expect(try DurableFile(path: folder("f")).read(limit: 5) == Array("12345".utf8))
    #expect(throws: PreferencesError.tooLarge(path: folder("f"), bytes: 5, limit: 4)) {
      try DurableFile(path: folder("f")).read(limit: 4)
    }
  }

  @Test func removesAbandonedTemporariesOnly() throws {
    let old = ".f.123.tmp"
    let names = [old, ".f.456.tmp", ".g.123.tmp", "f.123.tmp"]
    for name in names { try folder.write("", to: name) }
    for name in names where name != ".f.456.tmp" {
      var times = timeval(tv_sec: time(nil) - 3600, tv_usec: 0)
      try withUnsafePointer(to: &times) {
        let twice = [$0.pointee, $0.pointee]
        try #require(utimes(folder(name), twice) == 0)
      }
    }
    try DurableFile(path: folder("f")).replace(with: [])
    #expect(try folder.names() == (names.filter { $0 != old } + ["f"]).sorted())
  }

  /// A limit on file sizes acts like a disk that is full after 100 bytes.
  @Test func onAFullDiskTheOldFileStaysWhole() async throws {
    try folder.write("old", to: "f")
    await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      setrlimit(__rlimit_resource_t(1), &limit)
      do {
        try DurableFile(path: path + "/f").replace(with: [UInt8](repeating: 65, count: 5000))
      } catch PreferencesError.system(.write, _, EFBIG) {
        exit(7)
      }
    }
    #expect(try folder.read("f") == "old")
    #expect(try folder.names() == ["f"], "no temporary file stays")
  }

  /// A folder that may be read and not written, as a user who is not root.
  @Test func inAReadOnlyFolderTheOldFileStays() async throws {
    try folder.write("old", to: "f")
    if geteuid() == 0 {
      chown(folder("f"), 65_534, 65_534)
      chown(folder.path, 65_534, 65_534)
    }
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
      if geteuid() == 0 { guard setgid(65_534) == 0, setuid(65_534) == 0 else { exit(8) } }
      do {
        try DurableFile(path: path + "/f").replace(with: [65])
      } catch PreferencesError.system(.create, _, EACCES) {
        exit(7)
      }
    }
    #expect(try folder.read("f") == "old")
  }

  /// A folder that may be written and not read can not be synchronized by itself.
  @Test func inAnUnreadableFolderTheFileIsReplacedAllTheSame() async throws {
    try folder.write("old", to: "f")
    if geteuid() == 0 {
      chown(folder("f"), 65_534, 65_534)
      chown(folder.path, 65_534, 65_534)
    }
    chmod(folder.path, 0o300)
    defer { chmod(folder.path, 0o755) }
    await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
      if geteuid() == 0 { guard setgid(65_534) == 0, setuid(65_534) == 0 else { exit(8) } }
      if open(path, O_RDONLY | O_DIRECTORY) != -1 || errno != EACCES { exit(9) }
      try DurableFile(path: path + "/f").replace(with: [65])
      exit(7)
    }
    #expect(try folder.read("f") == "A")
  }
}
