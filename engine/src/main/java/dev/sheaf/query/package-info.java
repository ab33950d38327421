/// What one query carries and what flows through it.
///
/// Start at [QueryContext]. It carries pool, threads, cancellation, progress and timings, and is passed to everything
/// that works. Data flows as [Batch]es out of a [BatchSource] into a [BatchSink]; a [Dataset] is something that can be
/// scanned again and again, such as a set of files or a table in memory. [Workers] runs a task on the query's threads.
///
/// A path becomes a dataset by [FileFormats]: `query.path` finds the files that it names, and their ending the
/// [FileFormat] that reads them (`dev.sheaf.io.parquet` and its neighbours). A table becomes one by [TableDataset]. A
/// [Scan] says which columns and rows are wanted; `query.bounds` tells which blocks of rows hold none of them.
///
/// Nothing pushes: who wants rows opens a source and pulls. That is an operator of a plan (`dev.sheaf.plan.physical`),
/// a group-by (`dev.sheaf.groupby`), or whoever fills a [BatchSink] at the end.
@NullMarked
package dev.sheaf.query;

import org.jspecify.annotations.NullMarked;
