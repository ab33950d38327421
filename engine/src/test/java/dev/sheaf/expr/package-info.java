/// Tests of expressions. Start at [EvaluatorRandomTest], which tests everything against the interpreter; what the
/// functions should give is written down by family in the others.
@NullMarked
package dev.sheaf.expr;

import org.jspecify.annotations.NullMarked;
