#include "CImage.h"
#include "Split.h"

#include <stdlib.h>
#include <webp/decode.h>

// What the container says it holds must be there; the decoder would do without the last bytes.
static int is_cut(const uint8_t *bytes, size_t count) {
  if (count < 12) return 1;
  size_t size = (size_t)bytes[4] | (size_t)bytes[5] << 8 | (size_t)bytes[6] << 16 |
                (size_t)bytes[7] << 24;
  return size > count - 8;
}

int pigeon_webp_size(const uint8_t *bytes, size_t count, int limit, struct pigeon_image_size *size) {
  WebPBitstreamFeatures features;
  if (is_cut(bytes, count) || WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) {
    return PIGEON_IMAGE_DAMAGED;
  }
  if (features.has_animation) return PIGEON_IMAGE_ANIMATED;
  if (features.width < 1 || features.height < 1) return PIGEON_IMAGE_DAMAGED;
  if (features.width > limit || features.height > limit) return PIGEON_IMAGE_TOO_LARGE;
  size->width = features.width;
  size->height = features.height;
  size->has_alpha = features.has_alpha;
  return PIGEON_IMAGE_OK;
}

int pigeon_webp_decode(const uint8_t *bytes, size_t count, const struct pigeon_image_size *size,
                       uint8_t *pixels, uint8_t *alpha) {
  size_t area = (size_t)size->width * (size_t)size->height;
  int width = 0, height = 0;
  if (is_cut(bytes, count) || !WebPGetInfo(bytes, count, &width, &height) ||
      width != size->width || height != size->height) {
    return PIGEON_IMAGE_DAMAGED;
  }
  if (!size->has_alpha) {
    uint8_t *end = WebPDecodeRGBInto(bytes, count, pixels, 3 * area, 3 * size->width);
    return end == NULL ? PIGEON_IMAGE_DAMAGED : PIGEON_IMAGE_OK;
  }
  uint8_t *rgba = malloc(4 * area);
  if (rgba == NULL) return PIGEON_IMAGE_TOO_LARGE;
  uint8_t *end = WebPDecodeRGBAInto(bytes, count, rgba, 4 * area, 4 * size->width);
  if (end != NULL) split(rgba, area, pixels, alpha);
  free(rgba);
  return end == NULL ? PIGEON_IMAGE_DAMAGED : PIGEON_IMAGE_OK;
}
