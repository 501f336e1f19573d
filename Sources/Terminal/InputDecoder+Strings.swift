/// Control strings (OSC, DCS, APC, PM, SOS), of which only the terminal's answers are wanted.
extension InputDecoder {
  /// ESC ] and its like begin a string in the terminal's replies, but are also what Alt with that
  /// key sends. A reply goes on at once, with a byte a hand would not type so fast.
  mutating func stringStartStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard bytes.count > 2 else { return .incomplete }
    command = bytes[bytes.startIndex + 1] == UInt8(ascii: "]") ? [] : nil
    return .enter(.controlString(length: 0), length: 2)
  }

  /// - Parameter count: bytes of the string before these.
  ///
  /// No terminal answers with control characters or at length, so either means that the end was lost
  /// and somebody is typing: nothing after that may be.
  mutating func controlStringStep(_ bytes: ArraySlice<UInt8>, _ count: Int) -> Step {
    let room = bytes.prefix(Self.stringLimit - count)
    guard let end = room.firstIndex(where: { $0 < 0x20 || $0 == Byte.delete }) else {
      keepCommand(room)
      let total = count + room.count
      return .enter(
        total < Self.stringLimit ? .controlString(length: total) : .ground, length: room.count)
    }
    let length = end - bytes.startIndex
    keepCommand(bytes[..<end])
    switch bytes[end] {
    case Byte.bell:
      finishCommand()
      return .enter(.ground, length: length + 1)
    case Byte.escape:
      if end + 1 == bytes.endIndex {
        return length > 0
          ? .enter(.controlString(length: count + length), length: length) : .incomplete
      }
      // Any other ESC aborts the string and begins the next sequence.
      guard bytes[end + 1] == UInt8(ascii: "\\") else { return .enter(.ground, length: length) }
      finishCommand()
      return .enter(.ground, length: length + 2)
    default:
      return .enter(.ground, length: length)
    }
  }

  private mutating func keepCommand(_ bytes: ArraySlice<UInt8>) {
    // One byte more than is looked at: too long is no reply.
    let room = Self.sequenceLimit + 1 - (command?.count ?? 0)
    command?.append(contentsOf: bytes.prefix(room))
  }

  private mutating func finishCommand() {
    guard let command, command.count <= Self.sequenceLimit,
      let reply = TerminalReply(operatingSystemCommand: command)
    else { return }
    keep(reply)
  }
}
