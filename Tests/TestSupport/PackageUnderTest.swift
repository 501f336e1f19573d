import Foundation

/// Where things are while tests run.
public enum PackageUnderTest {
  public static let folder =
    #filePath.components(separatedBy: "/").dropLast(3).joined(separator: "/")

  /// The program built together with the tests, or what PIGEON_BINARY names.
  public static let binary =
    ProcessInfo.processInfo.environment["PIGEON_BINARY"]
    ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("pigeon").path
}
