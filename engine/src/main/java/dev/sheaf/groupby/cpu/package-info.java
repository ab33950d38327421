/// The group-by on the CPU: the backend, and one run of it.
///
/// In come a request and a source of batches; out come result tables. A row goes through these packages, each of
/// which sees only those above it:
///
/// | package | what it does |
/// |---|---|
/// | `chunk` | a chunk of rows as loops see it; states that grow with groups |
/// | `hash` | hash tables from packed keys to ids |
/// | `key` | key columns as packed words |
/// | `group` | keys to dense group ids |
/// | `exact` | sums of doubles without rounding |
/// | `sketch` | summaries of values of bounded size |
/// | `finish` | states to result columns |
/// | `reduce` | state per id: the reductions |
/// | `plan` | a request, compiled |
/// | `state` | the states of a table while rows arrive |
/// | `table` | one thread's groups |
/// | `partition` | rows and groups by partition of their hash |
/// | `spill` | groups on disk |
///
/// What is chosen where, each with its table of reasons:
///
/// | choice | made by | when |
/// |---|---|---|
/// | the key class | `Groupers` | a table is made |
/// | whether a table is worth keeping | [TableProbe] | after each morsel |
/// | how tables become one result | [GroupByRun] | rows have ended |
///
/// Start at [CpuBackend], then [GroupByRun] for the phases and [Worker] for one thread's part: its [Mode] says whether
/// a morsel goes into `table` or `partition`. When rows have ended, tables are merged in pairs, or their partitions on
/// all threads ([PartitionMerge], [RowMerge]). [ResultBuilder] makes batches of the merged groups, with the columns of
/// `finish`, and [ResultOrder] brings them into the order that was asked for. Whoever asked pulls them from a
/// [TableSource]. [CpuAccumulator] holds groups that live from batch to batch.
@NullMarked
package dev.sheaf.groupby.cpu;

import org.jspecify.annotations.NullMarked;
