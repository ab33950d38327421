/// Values to columns and batches: page values and their levels go in, tables come out.
///
/// Start at `ParquetDataset`, which knows the footers of all files of a scan; `ParquetSource` hands out row groups
/// to threads; `RowGroupCursor` reads one, each column by a `FlatReader` or, inside lists and structs, a
/// `NestedReader`; a `ColumnCollector` makes the column. The batches go to the operator or group-by that pulls the
/// source (`dev.sheaf.query`).
@NullMarked
package dev.sheaf.io.parquet.read;

import org.jspecify.annotations.NullMarked;
