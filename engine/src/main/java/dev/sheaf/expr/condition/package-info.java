/// Nodes whose result is true, false or null, and those that choose by one: comparisons, AND and OR, IN, CASE,
/// COALESCE, least and greatest. Vectors in, vectors out; rows that a condition rules out are not evaluated
/// further.
///
/// Start at `Comparison` and `Connective`.
@NullMarked
package dev.sheaf.expr.condition;

import org.jspecify.annotations.NullMarked;
