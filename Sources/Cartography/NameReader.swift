import CellGrid
import Tiles

/// Reads the names and other tags of a layer's features, in the language that is wanted.
///
/// | wanted | in this order |
/// |---|---|
/// | a language written in Latin letters | `name:xx`, `name_xx`, `name:latin`, `name` if Latin, `name_en`, `name:en`, `name` |
/// | another language | `name:xx`, `name_xx`, `name`, `name:latin`, `name_en`, `name:en` |
/// | none | `name`, `name:latin`, `name_en`, `name:en` |
///
/// With the script subtag `Latn`, as `ja-Latn`, what the screen can not show as Latin letters comes last.
struct NameReader {
  private let layer: VectorLayer
  /// Keys of names, the most wanted first.
  private let keys: [UInt32]
  private let englishKeys: [UInt32]
  /// The one of `keys` that counts only for a name in Latin letters; beyond all for none.
  private let latinOnly: Int
  private let needsASCII: Bool

  init(_ layer: VectorLayer, language: String?) {
    self.layer = layer
    let parts = (language ?? "").split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    needsASCII = parts.dropFirst().contains("Latn")
    let code = parts.first.flatMap { $0 == "und" ? nil : $0 }
    let full = parts.dropFirst().filter { $0 != "Latn" }
    let tags = code.map { full.isEmpty ? [$0] : [([$0] + full).joined(separator: "-"), $0] } ?? []
    let own = tags.flatMap { ["name:\($0)", "name_\($0)"] }
    let english = ["name_en", "name:en"]
    var latin = Int.max
    var names = own
    if code.map({ !Self.otherScripts.contains($0) }) ?? needsASCII {
      names.append("name:latin")
      latin = names.count
      names += ["name"] + english + ["name"]
    } else {
      names += ["name", "name:latin"] + english
    }
    var found: [UInt32] = []
    var latinOnly = Int.max
    for (index, name) in names.enumerated() {
      guard let key = layer.keyIndex(name) else { continue }
      if index == latin { latinOnly = found.count }
      found.append(key)
    }
    keys = found
    englishKeys = (english + ["name:latin", "name"]).compactMap { layer.keyIndex($0) }
    self.latinOnly = latinOnly
  }

  /// The name; nil when there is none.
  func name(_ feature: VectorFeature) -> String? {
    var fallback: String?
    for (index, key) in keys.enumerated() {
      guard let name = layer.value(feature, key: key)?.string, !name.isEmpty else { continue }
      if index == latinOnly && !Self.isLatin(name) { continue }
      guard needsASCII, !Self.isPlain(name) else { return name }
      fallback = fallback ?? name
    }
    return fallback
  }

  /// The English name, else what comes next to one; nil when there is none.
  func english(_ feature: VectorFeature) -> String? {
    for key in englishKeys {
      if let name = layer.value(feature, key: key)?.string, !name.isEmpty { return name }
    }
    return nil
  }

  func string(_ feature: VectorFeature, _ key: UInt32?) -> String? {
    key.flatMap { layer.value(feature, key: $0)?.string }
  }

  /// A whole number, also one that comes as text.
  func integer(_ feature: VectorFeature, _ key: UInt32?) -> Int? {
    key.flatMap { layer.value(feature, key: $0)?.writtenInteger }
  }

  func number(_ feature: VectorFeature, _ key: UInt32?) -> Double {
    guard let value = key.flatMap({ layer.value(feature, key: $0) }) else { return 0 }
    if case .real(let number) = value { return number.isFinite ? number : 0 }
    return Double(value.integer ?? 0)
  }

  /// Whether all letters are Latin, with whatever marks.
  private static func isLatin(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      $0.value < 0x370 || (0x1E00...0x1EFF).contains($0.value)
        || (0x2000...0x2BFF).contains($0.value)
    }
  }

  /// Whether nothing becomes a question mark on a screen of ASCII.
  private static func isPlain(_ name: String) -> Bool {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    return !SafeText(name, charset: .ascii).text.contains("?")
  }

  /// Languages not written in Latin letters, of those that maps are labelled in.
  private static let otherScripts: Set<String> = Set(
    """
    am ar as be bg bn bo dv dz el fa gu he hi hy ja ka kk km kn ko ky lo mk ml mn mr my ne or pa \
    ps ru sa sd si sr ta te tg th ti ug uk ur yi zh
    """.split(separator: " ").map(String.init))
}
