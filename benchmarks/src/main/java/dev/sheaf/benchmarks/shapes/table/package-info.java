/// The wide tables that the shapes of a seed share. Start at [WideTable]: it draws [WideColumn]s, each of a
/// [ColumnClass] and with a [Distribution] of its values over the rows, and makes a dataset of them.
@NullMarked
package dev.sheaf.benchmarks.shapes.table;

import org.jspecify.annotations.NullMarked;
