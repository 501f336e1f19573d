#include "CImage.h"
#include "Split.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// Of a chunk; the chunks that may be long are passed over anyway.
static const png_alloc_size_t maximum_chunk = 8 << 20;

struct source {
  const uint8_t *bytes;
  size_t left;
};

// What must be given back however the reading ends. Not in registers over a jump: it is written
// before setjmp, or through its address.
struct reading {
  png_structp png;
  png_infop info;
  struct source source;
  uint8_t *rgba;
};

static void fail(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void silence(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void take(png_structp png, png_bytep room, size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->left) png_error(png, "ends early");
  memcpy(room, source->bytes, count);
  source->bytes += count;
  source->left -= count;
}

static int begin(struct reading *reading, const uint8_t *bytes, size_t count, int limit) {
  memset(reading, 0, sizeof *reading);
  reading->source = (struct source){bytes, count};
  reading->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, silence);
  if (reading->png == NULL) return 0;
  reading->info = png_create_info_struct(reading->png);
  if (reading->info == NULL) return 0;
  png_set_read_fn(reading->png, &reading->source, take);
  // Larger images are told by their size, not by an error: one more is let through.
  png_set_user_limits(reading->png, (png_uint_32)limit + 1, (png_uint_32)limit + 1);
  png_set_chunk_malloc_max(reading->png, maximum_chunk);
  // Texts, colour profiles and the like are not needed, and may expand to anything.
  png_set_keep_unknown_chunks(reading->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  return 1;
}

static int end(struct reading *reading, int status) {
  free(reading->rgba);
  png_destroy_read_struct(&reading->png, &reading->info, NULL);
  return status;
}

// The header stands at a fixed place; libpng does not tell an image that is too large from a
// damaged one.
static int is_too_large(const uint8_t *bytes, size_t count, int limit) {
  if (count < 24 || memcmp(bytes + 12, "IHDR", 4) != 0) return 0;
  png_uint_32 width = png_get_uint_32(bytes + 16), height = png_get_uint_32(bytes + 20);
  return width <= PNG_UINT_31_MAX && height <= PNG_UINT_31_MAX &&
         (width > (png_uint_32)limit || height > (png_uint_32)limit);
}

int pigeon_png_size(const uint8_t *bytes, size_t count, int limit, struct pigeon_image_size *size) {
  struct reading reading;
  if (is_too_large(bytes, count, limit)) return PIGEON_IMAGE_TOO_LARGE;
  if (!begin(&reading, bytes, count, limit)) return end(&reading, PIGEON_IMAGE_TOO_LARGE);
  if (setjmp(png_jmpbuf(reading.png))) return end(&reading, PIGEON_IMAGE_DAMAGED);
  png_read_info(reading.png, reading.info);
  size->width = (int)png_get_image_width(reading.png, reading.info);
  size->height = (int)png_get_image_height(reading.png, reading.info);
  size->has_alpha =
      (png_get_color_type(reading.png, reading.info) & PNG_COLOR_MASK_ALPHA) != 0 ||
      png_get_valid(reading.png, reading.info, PNG_INFO_tRNS) != 0;
  return end(&reading, PIGEON_IMAGE_OK);
}

int pigeon_png_decode(const uint8_t *bytes, size_t count, const struct pigeon_image_size *size,
                      uint8_t *pixels, uint8_t *alpha) {
  struct reading reading;
  int limit = size->width > size->height ? size->width : size->height;
  size_t area = (size_t)size->width * (size_t)size->height;
  size_t row = (size_t)size->width * (size->has_alpha ? 4 : 3);
  if (!begin(&reading, bytes, count, limit)) return end(&reading, PIGEON_IMAGE_TOO_LARGE);
  if (size->has_alpha) {
    reading.rgba = malloc(4 * area);
    if (reading.rgba == NULL) return end(&reading, PIGEON_IMAGE_TOO_LARGE);
  }
  if (setjmp(png_jmpbuf(reading.png))) return end(&reading, PIGEON_IMAGE_DAMAGED);
  png_read_info(reading.png, reading.info);
  // Palettes, small samples and the transparent colour become samples of 8 bits.
  png_set_expand(reading.png);
  png_set_scale_16(reading.png);
  png_set_gray_to_rgb(reading.png);
  int passes = png_set_interlace_handling(reading.png);
  png_read_update_info(reading.png, reading.info);
  if (png_get_image_width(reading.png, reading.info) != (png_uint_32)size->width ||
      png_get_image_height(reading.png, reading.info) != (png_uint_32)size->height ||
      png_get_rowbytes(reading.png, reading.info) != row) {
    return end(&reading, PIGEON_IMAGE_DAMAGED);
  }
  uint8_t *rows = size->has_alpha ? reading.rgba : pixels;
  for (int pass = 0; pass < passes; pass++) {
    for (int y = 0; y < size->height; y++) {
      png_read_row(reading.png, rows + (size_t)y * row, NULL);
    }
  }
  png_read_end(reading.png, NULL);
  if (size->has_alpha) split(reading.rgba, area, pixels, alpha);
  return end(&reading, PIGEON_IMAGE_OK);
}
