/// Nodes that turn values of one type into another: a vector in, a vector of another kind out. A value that does
/// not fit is an error, or null where the cast is lenient.
///
/// Start at `ExactCast` (whole numbers and decimals); `FromTextCast` reads texts with a `TextReading` per type,
/// `ToTextCast` writes them with `TextFormat`.
@NullMarked
package dev.sheaf.expr.cast;

import org.jspecify.annotations.NullMarked;
