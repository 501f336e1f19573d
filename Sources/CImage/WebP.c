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
                       int reduction, uint8_t *pixels, uint8_t *alpha) {
  WebPDecoderConfig config;
  if (is_cut(bytes, count) || !WebPInitDecoderConfig(&config) ||
      WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK ||
      config.input.width != size->width || config.input.height != size->height) {
    return PIGEON_IMAGE_DAMAGED;
  }
  // A lossless image is held whole while it is decoded, four bytes a pixel.
  const int lossless = 2;
  if (config.input.format == lossless &&
      4 * (size_t)size->width * (size_t)size->height > PIGEON_IMAGE_MEMORY) {
    return PIGEON_IMAGE_MEMORY_SHORT;
  }
  int width = squares(size->width, reduction), height = squares(size->height, reduction);
  size_t area = (size_t)width * (size_t)height;
  uint8_t *rgba = size->has_alpha ? malloc(4 * area) : NULL;
  if (size->has_alpha && rgba == NULL) return PIGEON_IMAGE_MEMORY_SHORT;
  size_t channels = size->has_alpha ? 4 : 3;
  config.options.use_scaling = reduction > 1;
  config.options.scaled_width = width;
  config.options.scaled_height = height;
  config.output.colorspace = size->has_alpha ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = size->has_alpha ? rgba : pixels;
  config.output.u.RGBA.stride = (int)channels * width;
  config.output.u.RGBA.size = channels * area;
  VP8StatusCode code = WebPDecode(bytes, count, &config);
  if (code == VP8_STATUS_OK && size->has_alpha) split(rgba, area, pixels, alpha);
  free(rgba);
  if (code == VP8_STATUS_OUT_OF_MEMORY) return PIGEON_IMAGE_MEMORY_SHORT;
  return code == VP8_STATUS_OK ? PIGEON_IMAGE_OK : PIGEON_IMAGE_DAMAGED;
}
