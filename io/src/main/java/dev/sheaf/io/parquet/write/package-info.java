/// Columns to files: tables go in, one complete file comes out, or none.
///
/// Start at `ParquetSink`, which collects row groups. `Shredder` takes nested columns apart into leaves;
/// `ChunkEncoder` chooses between dictionary and plain; `PageWriter` compresses what shrinks; `Bounds` collect the
/// statistics of a chunk.
@NullMarked
package dev.sheaf.io.parquet.write;

import org.jspecify.annotations.NullMarked;
