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
  uint8_t *row;
  struct sum *sums;
};

// Of the pixels of a square: the colours, each weighted by how opaque it is, and the weights.
struct sum {
  uint32_t red, green, blue, alpha;
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
  free(reading->row);
  free(reading->sums);
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
  if (!begin(&reading, bytes, count, limit)) return end(&reading, PIGEON_IMAGE_MEMORY_SHORT);
  if (setjmp(png_jmpbuf(reading.png))) return end(&reading, PIGEON_IMAGE_DAMAGED);
  png_read_info(reading.png, reading.info);
  size->width = (int)png_get_image_width(reading.png, reading.info);
  size->height = (int)png_get_image_height(reading.png, reading.info);
  size->has_alpha =
      (png_get_color_type(reading.png, reading.info) & PNG_COLOR_MASK_ALPHA) != 0 ||
      png_get_valid(reading.png, reading.info, PNG_INFO_tRNS) != 0;
  return end(&reading, PIGEON_IMAGE_OK);
}

// Decodes every row in place, for the passes of an interlaced image one over the other.
static void read_whole(struct reading *reading, const struct pigeon_image_size *size,
                       uint8_t *rows, size_t row_bytes, int passes) {
  for (int pass = 0; pass < passes; pass++) {
    for (int y = 0; y < size->height; y++) {
      png_read_row(reading->png, rows + (size_t)y * row_bytes, NULL);
    }
  }
}

// Adds the pixels of a row, `step` apart from the column `start` on, to the sums of their squares.
static void add_row(const uint8_t *row, int channels, int width, int start, int step,
                    int reduction, struct sum *sums) {
  for (int x = start; x < width; x += step, row += channels) {
    uint32_t weight = channels == 4 ? row[3] : 255;
    struct sum *sum = sums + x / reduction;
    sum->red += row[0] * weight;
    sum->green += row[1] * weight;
    sum->blue += row[2] * weight;
    sum->alpha += weight;
  }
}

// Makes pixels of the sums of a row of squares, each so many pixels high, and empties them.
static void finish_row(struct sum *sums, int width, int reduction, int height, uint8_t *pixels,
                       uint8_t *alpha) {
  for (int x = 0; x * reduction < width; x++) {
    struct sum sum = sums[x];
    int rest = width - x * reduction;
    uint32_t count = (uint32_t)((rest < reduction ? rest : reduction) * height);
    uint32_t weight = sum.alpha > 0 ? sum.alpha : 1;
    pixels[3 * x] = (uint8_t)((sum.red + weight / 2) / weight);
    pixels[3 * x + 1] = (uint8_t)((sum.green + weight / 2) / weight);
    pixels[3 * x + 2] = (uint8_t)((sum.blue + weight / 2) / weight);
    if (alpha != NULL) alpha[x] = (uint8_t)((sum.alpha + count / 2) / count);
    sums[x] = (struct sum){0};
  }
}

// Decodes row by row and keeps the means. Only an interlaced image needs the sums of all squares at
// once, since each of its passes has pixels of all of them.
static void read_reduced(struct reading *reading, const struct pigeon_image_size *size,
                         int reduction, int is_interlaced, uint8_t *pixels, uint8_t *alpha) {
  int columns = squares(size->width, reduction), channels = size->has_alpha ? 4 : 3;
  for (int pass = 0; pass < (is_interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1); pass++) {
    int x = is_interlaced ? PNG_PASS_START_COL(pass) : 0;
    int y = is_interlaced ? PNG_PASS_START_ROW(pass) : 0;
    int x_step = is_interlaced ? PNG_PASS_COL_OFFSET(pass) : 1;
    int y_step = is_interlaced ? PNG_PASS_ROW_OFFSET(pass) : 1;
    // libpng passes over what has no pixels.
    if (x >= size->width) continue;
    for (; y < size->height; y += y_step) {
      png_read_row(reading->png, reading->row, NULL);
      int line = y / reduction;
      struct sum *sums = reading->sums + (is_interlaced ? (size_t)line * (size_t)columns : 0);
      add_row(reading->row, channels, size->width, x, x_step, reduction, sums);
      if (!is_interlaced && (y % reduction == reduction - 1 || y == size->height - 1)) {
        size_t place = (size_t)line * (size_t)columns;
        finish_row(sums, size->width, reduction, y % reduction + 1, pixels + 3 * place,
                   alpha != NULL ? alpha + place : NULL);
      }
    }
  }
  for (int line = 0; is_interlaced && line * reduction < size->height; line++) {
    size_t place = (size_t)line * (size_t)columns;
    int rest = size->height - line * reduction;
    finish_row(reading->sums + place, size->width, reduction, rest < reduction ? rest : reduction,
               pixels + 3 * place, alpha != NULL ? alpha + place : NULL);
  }
}

// Takes the memory that decoding needs, beside libpng's own.
static int make_room(struct reading *reading, const struct pigeon_image_size *size, size_t row,
                     int reduction, int is_interlaced) {
  size_t columns = (size_t)squares(size->width, reduction);
  size_t lines = is_interlaced ? (size_t)squares(size->height, reduction) : 1;
  size_t whole = 4 * (size_t)size->width * (size_t)size->height;
  if (reduction == 1) {
    if (!size->has_alpha) return 1;
    if (whole <= PIGEON_IMAGE_MEMORY) reading->rgba = malloc(whole);
    return reading->rgba != NULL;
  }
  if (columns * lines * sizeof(struct sum) > PIGEON_IMAGE_MEMORY) return 0;
  reading->row = malloc(row);
  reading->sums = calloc(columns * lines, sizeof(struct sum));
  return reading->row != NULL && reading->sums != NULL;
}

int pigeon_png_decode(const uint8_t *bytes, size_t count, const struct pigeon_image_size *size,
                      int reduction, uint8_t *pixels, uint8_t *alpha) {
  struct reading reading;
  int limit = size->width > size->height ? size->width : size->height;
  size_t row = (size_t)size->width * (size->has_alpha ? 4 : 3);
  if (!begin(&reading, bytes, count, limit)) return end(&reading, PIGEON_IMAGE_MEMORY_SHORT);
  if (setjmp(png_jmpbuf(reading.png))) return end(&reading, PIGEON_IMAGE_DAMAGED);
  png_read_info(reading.png, reading.info);
  // Palettes, small samples and the transparent colour become samples of 8 bits.
  png_set_expand(reading.png);
  png_set_scale_16(reading.png);
  png_set_gray_to_rgb(reading.png);
  int is_interlaced = png_get_interlace_type(reading.png, reading.info) != PNG_INTERLACE_NONE;
  int passes = reduction == 1 ? png_set_interlace_handling(reading.png) : 1;
  png_read_update_info(reading.png, reading.info);
  if (png_get_image_width(reading.png, reading.info) != (png_uint_32)size->width ||
      png_get_image_height(reading.png, reading.info) != (png_uint_32)size->height ||
      png_get_rowbytes(reading.png, reading.info) != row) {
    return end(&reading, PIGEON_IMAGE_DAMAGED);
  }
  if (!make_room(&reading, size, row, reduction, is_interlaced)) {
    return end(&reading, PIGEON_IMAGE_MEMORY_SHORT);
  }
  if (reduction == 1) {
    read_whole(&reading, size, size->has_alpha ? reading.rgba : pixels, row, passes);
  } else {
    read_reduced(&reading, size, reduction, is_interlaced, pixels, alpha);
  }
  png_read_end(reading.png, NULL);
  if (reading.rgba != NULL) {
    split(reading.rgba, (size_t)size->width * (size_t)size->height, pixels, alpha);
  }
  return end(&reading, PIGEON_IMAGE_OK);
}
