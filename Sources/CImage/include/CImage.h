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
  /// Wider or higher than allowed, or it needs too much memory.
  PIGEON_IMAGE_TOO_LARGE = 3,
};

/// Reads the size of a JPEG image.
int pigeon_jpeg_size(const uint8_t *bytes, size_t count, int limit, int *width, int *height);

/// Decodes a JPEG image to 8-bit RGB, row by row from the top. `width` and `height` are what
/// `pigeon_jpeg_size` answered; `pixels` holds 3 * width * height bytes.
int pigeon_jpeg_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels);

#endif
