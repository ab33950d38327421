/// TPC-H: its tables, generated at a scale, and its 22 queries, whose answers are compared with DuckDB's.
@NullMarked
package dev.sheaf.tpch;

import org.jspecify.annotations.NullMarked;
