/// Control strings (OSC, DCS, APC, PM, SOS), of which only the terminal's answers are wanted.
extension InputDecoder {
  /// ESC ] and its like begin a string in the terminal's replies, but are also what Alt with that
  /// key sends. A reply goes on at once, with a byte a hand would not type so fast.
  mutating func stringStartStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard bytes.count > 2 else { return .incomplete }
    command = bytes[bytes.startIndex + 1] == UInt8(ascii: "]") ? [] : nil
    return .enter(.controlString, length: 2)
  }

  mutating func controlStringStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard
      let end = bytes.firstIndex(where: {
        $0 == Byte.escape || $0 == Byte.bell || $0 == Byte.cancel || $0 == Byte.substitute
      })
    else {
      keepCommand(bytes)
      return .skip(length: bytes.count)
    }
    let length = end - bytes.startIndex
    keepCommand(bytes[..<end])
    if bytes[end] != Byte.escape {
      if bytes[end] == Byte.bell { finishCommand() }
      return .enter(.ground, length: length + 1)
    }
    if end + 1 == bytes.endIndex { return length > 0 ? .skip(length: length) : .incomplete }
    // Any other ESC aborts the string and begins the next sequence.
    guard bytes[end + 1] == UInt8(ascii: "\\") else { return .enter(.ground, length: length) }
    finishCommand()
    return .enter(.ground, length: length + 2)
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
