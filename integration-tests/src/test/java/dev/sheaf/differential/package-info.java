/// Sheaf's SQL against DuckDB's, over random tables and queries.
///
/// [DifferentialTest] runs thousands of queries of [QueryGenerator] on both and compares the [Answer]s;
/// [QuestionsTest] asks a million rows the questions of a benchmark. What is meant to differ, and why, is listed
/// in docs/reference/sql/differences.md; the generator keeps away from it.
@NullMarked
package dev.sheaf.differential;

import org.jspecify.annotations.NullMarked;
