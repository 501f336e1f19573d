#ifndef PIGEON_CSQLITE_H
#define PIGEON_CSQLITE_H
#include <sqlite3.h>
#endif
