/// The queries of TPC-H and ClickBench give DuckDB's answers.
@NullMarked
package dev.sheaf.benchmarks.queries;

import org.jspecify.annotations.NullMarked;
