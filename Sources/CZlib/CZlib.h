#ifndef PIGEON_CZLIB_H
#define PIGEON_CZLIB_H
#include <zlib.h>
#endif
