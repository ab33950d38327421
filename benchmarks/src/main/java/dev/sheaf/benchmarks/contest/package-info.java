/// Several engines asked the same question by turns. Start at [Contest]; [QueryContest] asks Sheaf and DuckDB random
/// queries.
@NullMarked
package dev.sheaf.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
