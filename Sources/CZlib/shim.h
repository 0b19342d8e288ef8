#include <zlib.h>

/// 15 bits of window, with gzip's header and checksum around the data.
#define CHRONICLE_GZIP_WINDOW (15 + 16)

/// Begins compressing as gzip; the original is a macro, which Swift does not see.
static inline int chronicle_deflate_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, CHRONICLE_GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY);
}

/// Begins reading gzip.
static inline int chronicle_inflate_init(z_stream *stream) {
    return inflateInit2(stream, CHRONICLE_GZIP_WINDOW);
}
