#include "CImage.h"
#include "Split.h"

#include <setjmp.h>
#include <stdio.h>
// jpeglib.h needs size_t and FILE to be declared before it.
#include <jpeglib.h>
#include <jerror.h>

// A progressive image may claim any number of scans, each over the whole picture.
static const int maximum_scans = 100;
struct failure {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  int status;
};

static void fail(j_common_ptr info) {
  struct failure *failure = (struct failure *)info->err;
  int code = failure->manager.msg_code;
  failure->status = code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE
                        ? PIGEON_IMAGE_MEMORY_SHORT
                        : PIGEON_IMAGE_DAMAGED;
  longjmp(failure->escape, 1);
}

// Warnings are about data that is missing or wrong, which libjpeg paints over in gray. Only those
// that leave every pixel as it was meant are let pass.
static void heed(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
  case JWRN_EXTRANEOUS_DATA:
  case JWRN_TOO_MUCH_DATA:
  case JWRN_ADOBE_XFORM:
  case JWRN_JFIF_MAJOR:
    return;
  default:
    fail(info);
  }
}

static void silence(j_common_ptr info) { (void)info; }

static void watch(j_common_ptr info) {
  if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > maximum_scans) {
    fail(info);
  }
}

static void begin(struct jpeg_decompress_struct *info, struct failure *failure) {
  info->err = jpeg_std_error(&failure->manager);
  failure->manager.error_exit = fail;
  failure->manager.emit_message = heed;
  failure->manager.output_message = silence;
  failure->status = PIGEON_IMAGE_OK;
}

static int supported(const struct jpeg_decompress_struct *info) {
  return info->jpeg_color_space == JCS_GRAYSCALE || info->jpeg_color_space == JCS_YCbCr ||
         info->jpeg_color_space == JCS_RGB;
}

int pigeon_jpeg_size(const uint8_t *bytes, size_t count, int limit, struct pigeon_image_size *size) {
  struct jpeg_decompress_struct info = {0};
  struct failure failure;
  begin(&info, &failure);
  if (setjmp(failure.escape)) {
    jpeg_destroy_decompress(&info);
    return failure.status;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  int status = PIGEON_IMAGE_OK;
  if (info.image_width > (JDIMENSION)limit || info.image_height > (JDIMENSION)limit) {
    status = PIGEON_IMAGE_TOO_LARGE;
  } else if (!supported(&info)) {
    status = PIGEON_IMAGE_COLOR_SPACE;
  } else {
    size->width = (int)info.image_width;
    size->height = (int)info.image_height;
    size->has_alpha = 0;
  }
  jpeg_destroy_decompress(&info);
  return status;
}

int pigeon_jpeg_decode(const uint8_t *bytes, size_t count, const struct pigeon_image_size *size,
                       int reduction, uint8_t *pixels, uint8_t *alpha) {
  (void)alpha;
  struct jpeg_decompress_struct info = {0};
  struct jpeg_progress_mgr progress = {.progress_monitor = watch};
  struct failure failure;
  begin(&info, &failure);
  if (setjmp(failure.escape)) {
    jpeg_destroy_decompress(&info);
    return failure.status;
  }
  jpeg_create_decompress(&info);
  info.progress = &progress;
  // libjpeg-turbo refuses what would need more.
  info.mem->max_memory_to_use = PIGEON_IMAGE_MEMORY;
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = JCS_RGB;
  // By the cosine transform itself: the smaller image costs less than the whole one.
  info.scale_num = 1;
  info.scale_denom = (unsigned)reduction;
  int width = squares(size->width, reduction), height = squares(size->height, reduction);
  jpeg_start_decompress(&info);
  if (info.output_width != (JDIMENSION)width || info.output_height != (JDIMENSION)height ||
      info.output_components != 3) {
    jpeg_destroy_decompress(&info);
    return PIGEON_IMAGE_DAMAGED;
  }
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = pixels + (size_t)info.output_scanline * (size_t)width * 3;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  return PIGEON_IMAGE_OK;
}
