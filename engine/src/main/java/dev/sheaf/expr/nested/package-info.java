/// Nodes that compute lists and structs, and read their parts: vectors in, vectors out.
///
/// Start at [ColumnCall], which makes columns of its arguments and runs a function of `dev.sheaf.expr.list`;
/// [NestedRead] takes an element, a field or a length from where it lies.
@NullMarked
package dev.sheaf.expr.nested;

import org.jspecify.annotations.NullMarked;
