import Synchronization
import Tiles

/// A source of vector tiles that are ready to draw: each is compiled where it is loaded, on the
/// threads of its store, and only what drawing needs stays in memory.
public final class SceneSource: TileSource {
  private let source: any TileSource
  private let language: SceneLanguage

  public init(_ source: any TileSource, language: SceneLanguage) {
    self.source = source
    self.language = language
  }

  public var description: TileSourceDescription { source.description }

  /// Tiles of other kinds pass through.
  /// - Throws: what the source throws; `.unsupported` for a tile whose scene would be larger than
  ///   `SceneCompiler.maximumSize`.
  public func load(_ id: TileID) throws(TileError) -> TileContent? {
    let content = try source.load(id)
    guard let content, case .vector(let tile) = content else { return content }
    func compile() -> TileScene {
      SceneCompiler.compile(tile, source: id, target: id, language: language.value)
    }
    let scene = content.byteCount > LargeTile.size ? LargeTile.alone(compile) : compile()
    guard scene.isWhole else {
      throw TileError(
        .unsupported, file: description.name,
        reason: "tile \(id.z)/\(id.x)/\(id.y) holds more than can be drawn")
    }
    return .prepared(scene)
  }
}

/// The language scenes are compiled in: one for all sources of a map.
public final class SceneLanguage: Sendable {
  private let state: Mutex<String?>

  /// - Parameter value: as in `name:xx`; nil is the tile's own `name`.
  public init(_ value: String? = nil) { state = Mutex(value) }

  public internal(set) var value: String? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
