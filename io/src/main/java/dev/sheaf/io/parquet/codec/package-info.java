/// Compressed pages in, plain bytes out, and the other way round. Start at `Codec`, which picks the library where
/// native access is allowed and Java where not; `Compressor` is the writing side, `SnappyBlocks` and `Lz4` are in
/// Java.
@NullMarked
package dev.sheaf.io.parquet.codec;

import org.jspecify.annotations.NullMarked;
