#ifndef PIGEON_CIMAGE_H
#define PIGEON_CIMAGE_H

#include <stddef.h>
#include <stdint.h>

/// What became of an image.
enum pigeon_image_status {
  PIGEON_IMAGE_OK = 0,
  /// The bytes are not what the format promises, or end too early.
  PIGEON_IMAGE_DAMAGED = 1,
  /// A colour space that is not gray, YCbCr or RGB.
  PIGEON_IMAGE_COLOR_SPACE = 2,
  /// Wider or higher than allowed.
  PIGEON_IMAGE_TOO_LARGE = 3,
  /// Several pictures one after the other.
  PIGEON_IMAGE_ANIMATED = 4,
  /// Decoding it would take more than PIGEON_IMAGE_MEMORY, or more than there is.
  PIGEON_IMAGE_MEMORY_SHORT = 5,
};

/// Bytes that decoding an image may take beside its result. Images that come row by row take little,
/// whatever their size; progressive JPEGs, interlaced PNGs and lossless WebPs have to be held whole.
enum { PIGEON_IMAGE_MEMORY = 32 << 20 };

/// What is known of an image before it is decoded.
struct pigeon_image_size {
  int width;
  int height;
  /// Whether it may have pixels that are not opaque.
  int has_alpha;
};

/// The functions of all formats are alike. `…_size` reads the size of an image of at most `limit`
/// pixels a side. `…_decode` decodes the image that `size` is of to 8-bit RGB, row by row from the
/// top, `reduction` (1, 2, 4 or 8) times smaller: each pixel is the mean of a square of so many a side,
/// of which those at the right and at the bottom may be cut. With width and height so divided, and
/// rounded up, `pixels` holds 3 * width * height bytes, and `alpha`, 0 for transparent to 255 for
/// opaque, width * height of them, or is NULL when the image has none. Colours are not multiplied by
/// alpha. No function jumps out of itself, whatever the bytes.
int pigeon_jpeg_size(const uint8_t *bytes, size_t count, int limit, struct pigeon_image_size *size);
int pigeon_jpeg_decode(const uint8_t *bytes, size_t count, const struct pigeon_image_size *size,
                       int reduction, uint8_t *pixels, uint8_t *alpha);

int pigeon_png_size(const uint8_t *bytes, size_t count, int limit, struct pigeon_image_size *size);
int pigeon_png_decode(const uint8_t *bytes, size_t count, const struct pigeon_image_size *size,
                      int reduction, uint8_t *pixels, uint8_t *alpha);

int pigeon_webp_size(const uint8_t *bytes, size_t count, int limit, struct pigeon_image_size *size);
int pigeon_webp_decode(const uint8_t *bytes, size_t count, const struct pigeon_image_size *size,
                       int reduction, uint8_t *pixels, uint8_t *alpha);

#endif
