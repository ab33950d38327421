/// Sheaf's SQL against DuckDB's, over random tables and queries.
///
/// [DifferentialTest] runs thousands of queries of [QueryGenerator] on both and compares the [Answer]s.
/// [KnownDifferences] lists what is meant to differ; docs/reference/sql.md says why.
@NullMarked
package dev.sheaf.differential;

import org.jspecify.annotations.NullMarked;
