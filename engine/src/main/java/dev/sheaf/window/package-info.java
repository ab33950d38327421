/// What a row gets from the other rows of its run: scans, shifts, ranks and window functions, in one operator.
///
/// A run is a group or partition whose rows lie one after the other, in an order. In come row numbers run by run
/// ([Runs]), a [RunFunction] and a column; out comes a column of as many rows, in the order of the table.
///
/// ```
/// rows by run --> Peers --> FrameRows ---> where values come from --> Take      (shift, first, nth, min, max, fill)
///                                     \--> sums of prefixes, or a tree of folds (sum, count, mean, variance)
/// ```
/// Most functions choose a row for each row, so they take values of every type. Cost: linear in rows, whatever the
/// frame; folds of floats over frames that move at both ends take a logarithm of the run more.
///
/// Start at [RunOperator].
@NullMarked
package dev.sheaf.window;

import org.jspecify.annotations.NullMarked;
