/// The queries of TPC-H and ClickBench over all their tables: start at [TpchBench] and [ClickBench].
@NullMarked
package dev.sheaf.benchmarks.queries;

import org.jspecify.annotations.NullMarked;
