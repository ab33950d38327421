/// Tests of how rows of a row group are chosen.
@NullMarked
package dev.sheaf.io.parquet.read;

import org.jspecify.annotations.NullMarked;
