/// Nodes of numbers: vectors of numbers in, vectors of numbers out.
///
/// A node per width (`Long...`, `Wide...` for 128 bits, `Double...`) names the function and the overflow; the inner
/// loops over arrays are in `LongLoops`, `WideLoops` and `DoubleLoops`. Start at `LongArithmetic`; `Overflows` says
/// which row overflowed, and only for rows that were asked for.
@NullMarked
package dev.sheaf.expr.arithmetic;

import org.jspecify.annotations.NullMarked;
