/// From names to columns: an [dev.sheaf.expr.Expr] and a schema go in, a [BoundExpr] comes out, in which every
/// column is a number, every node has its type, and every cast that was implied is there.
///
/// Start at [Binder]; the `...Binding` classes hold the types of a family of functions each. [Typing] asks only for
/// the type of a result. `Interpreter` evaluates what is bound one row at a time on boxed values: the evaluator is
/// tested against it, and constants are folded with it.
@NullMarked
package dev.sheaf.expr.bind;

import org.jspecify.annotations.NullMarked;
