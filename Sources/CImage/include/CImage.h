#ifndef PIGEON_CIMAGE_H
#define PIGEON_CIMAGE_H
#endif
