/// Pages to values: the compressed pages of a column chunk go in, `PageValues` come out, from which values are
/// taken in bulk.
///
/// Start at `PageStream`, which reads the pages of one chunk one by one; `PageDecoder` picks the decoder of a page
/// by encoding and type. Levels, booleans and dictionary codes are runs (`HybridRuns`), other values
/// `FixedValues` or `TextValues`.
@NullMarked
package dev.sheaf.io.parquet.decode;

import org.jspecify.annotations.NullMarked;
