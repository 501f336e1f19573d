// Written by Scripts/make-transliteration-table. Do not edit.

/// What stands in ASCII for letters and signs beyond it.
enum TransliterationTable {
  /// First code point of a block, and the likeness of each code point from there on, separated by
  /// blanks. Ascending.
  static let blocks: [(first: UInt32, likenesses: StaticString)] = [
    (
      0x00A0,
      #"""
      ~ ! c GBP ? JPY | S " (c) a << - - (R) - o +- 2 3 ' u P . , 1 o >> 1/4 1/2 3/4 ? A A A A A \#
      A AE C E E E E I I I I D N O O O O O x O U U U U Y Th ss a a a a a a ae c e e e e i i i i \#
      d n o o o o o / o u u u u y th y A a A a A a C c C c C c C c D d D d E e E e E e E e E e G \#
      g G g G g G g H h H h I i I i I i I i I i IJ ij J j K k k L l L l L l L. l. L l N n N n N \#
      n 'n N n O o O o O o OE oe R r R r R r S s S s S s S s T t T t T t U u U u U u U u U u U u \#
      W w Y y Y Z z Z z Z z s b B B b b b O C c D D D d d E E ? F f G ? ? ? I K k l ? ? N n O O \#
      o ? ? P p ? ? ? ? ? t T t T U u U V Y y Z z ? ? ? ? 2 5 5 ? ? ? ? ? ? DZ Dz dz LJ Lj lj NJ \#
      Nj nj A a I i O o U u U u U u U u U u e A a A a AE ae G g G g K k O o O o ? ? j DZ Dz dz G \#
      g ? ? N n A a AE ae O o A a A a E e E e I i I i O o O o R r R r U u U u S s T t Y y H h N \#
      d ? ? Z z A a E e O o O o O o O o Y y l n t j ? ? A C c L T s z ? ? B U ? E e J j Q q R r \#
      Y y
      """#
    ),
    (
      0x1E00,
      #"""
      A a B b B b B b C c D d D d D d D d D d E e E e E e E e E e F f G g H h H h H h H h H h I \#
      i I i K k K k K k L l L l L l L l M m M m M m N n N n N n N n O o O o O o O o P p P p R r \#
      R r R r R r S s S s S s S s S s T t T t T t T t U u U u U u U u U u V v V v W w W w W w W \#
      w W w X x X x Y y Z z Z z Z z h t w y ? s ? ? SS d A a A a A a A a A a A a A a A a A a A a \#
      A a A a E e E e E e E e E e E e E e E e I i I i O o O o O o O o O o O o O o O o O o O o O \#
      o O o U u U u U u U u U u U u U u Y y Y y Y y Y y LL ll V v Y y
      """#
    ),
    (
      0x2010,
      #"""
      - - - - - - || _ ' ' , ' " " " " + + * > . .. ... . ? ? ? ? ? ? ? ~ %o ? ' " ''' ` `` ``` \#
      ? < > ? !! ? ~ ? ? ? ? ? / ? ? ??
      """#
    ),
    (
      0x20A0,
      #"""
      ? ? ? F ? ? ? ? Rs ? ? ? EUR ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
      """#
    ),
    (
      0x2100,
      #"""
      a/c a/s C oC ? c/o c/u ? ? oF g H H H h h I I L l ? N No ? ? P Q R R R ? ? SM TEL TM ? Z ? \#
      ? ? Z ? K A B C ? e E F ? M o ? ? ? ? i ? FAX ? ? ? ?
      """#
    ),
    (
      0x2190,
      #"""
      < ^ > v - | \ / \ / < > ? ? ? ?
      """#
    ),
    (
      0x2212,
      #"""
      - -+ ? / \
      """#
    ),
    (
      0xFB00,
      #"""
      ff fi fl ffi ffl st st
      """#
    ),
  ]
}
