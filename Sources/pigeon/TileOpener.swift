import Tiles
import ViewModel

/// Looks at files of tiles and opens them. Blocks for as long as the file's disk or network takes,
/// so it is called on threads of its own.
protocol TileOpener: Sendable {
  /// - Parameter known: the file that is open already under this path; it is not opened again.
  func look(at path: String, unless known: FileIdentity?) -> TileFileLook
}

/// What a look at a file found.
enum TileFileLook: Sendable {
  /// It is the file that is open.
  case unchanged
  /// With what it tells of itself, which may have to be read.
  case opened(any TileArchive, TileSourceSummary, FileIdentity)
  case failed(TileError)
}

/// Opens files as they lie on disk.
struct FileTileOpener: TileOpener {
  func look(at path: String, unless known: FileIdentity?) -> TileFileLook {
    do throws(TileError) {
      // Taken first: a file replaced between the two is found at the next look.
      let identity = try FileIdentity(path: path)
      if identity == known { return .unchanged }
      let archive = try TileFile.open(path: path)
      return .opened(archive, TileInformationText.summary(archive.information), identity)
    } catch {
      return .failed(error)
    }
  }
}
