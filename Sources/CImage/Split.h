#ifndef PIGEON_SPLIT_H
#define PIGEON_SPLIT_H

#include <stddef.h>
#include <stdint.h>

// How many squares of so many pixels a side there are, the last one perhaps cut.
static inline int squares(int pixels, int side) { return (pixels + side - 1) / side; }

// Takes RGBA pixels apart.
static inline void split(const uint8_t *rgba, size_t count, uint8_t *pixels, uint8_t *alpha) {
  for (size_t index = 0; index < count; index++) {
    pixels[3 * index] = rgba[4 * index];
    pixels[3 * index + 1] = rgba[4 * index + 1];
    pixels[3 * index + 2] = rgba[4 * index + 2];
    alpha[index] = rgba[4 * index + 3];
  }
}

#endif
