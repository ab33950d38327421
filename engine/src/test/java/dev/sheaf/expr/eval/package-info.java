/// Tests of expressions, from tree to column. Start at [EvaluatorRandomTest], which tests everything against the
/// interpreter; what the functions should give is written down by family in the others.
@NullMarked
package dev.sheaf.expr.eval;

import org.jspecify.annotations.NullMarked;
