/// Programs to start from. Each runs on its own and prints what its comment says. Start at [Quickstart].
///
/// | program | shows |
/// |---|---|
/// | [Quickstart] | grouping Java arrays |
/// | [RowsOfGroups] | kept groups: running sums, the row before, ranks, an aggregation of one's own |
/// | [StatisticsOfGroups] | quantiles, regressions, counts of values, sums that may not fit, merged results |
/// | [StreamOfBatches] | grouping batches as they come, the result so far, groups of two streams merged |
/// | [ListsOfGroups] | lazy frames: lists, nested aggregates and other rows inside of groups, columns by type |
/// | [WindowsOfRows] | lazy frames and SQL: rows before and behind, frames, groups of time |
/// | [RecordsInAndOut] | grouping records, and results as records |
/// | [ParquetQuery] | a lazy query over Parquet files |
/// | [SqlFromJava] | SQL over tables in memory and files |
/// | [OwnFunction] | functions written in Java, from frames and SQL |
/// | [OwnSource] | grouping a stream of one's own that fits no memory |
/// | [TripsTask] | data frames: group by expressions, merge, count values |
/// | [WebLogTask] | data frames: quantiles by hour, sessions |
/// | [SalesTask] | data frames: growth, running totals, ranks, merge |
/// | [SensorsTask] | data frames: resampling, gaps, the row before, rolling means |
/// | [WindowsOfTime] | data frames: windows of time that end with each row |
/// | [SurveyTask] | data frames: CSV, descriptions, missing values, correlations |
/// | [EventsTask] | data frames: parts grouped apart and together |
/// | [LimitsAndTimes] | threads, memory limits, where the time went |
/// | [TablesOnAGpu] | a table that stays on a GPU and is grouped there many times |
@NullMarked
package dev.sheaf.examples;

import org.jspecify.annotations.NullMarked;
