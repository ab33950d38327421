/// Rules of single values that binder, reference interpreter and nodes share, so that they cannot disagree.
///
/// Numbers, bytes and types go in, numbers, bytes and types come out; nothing here knows expressions or columns.
/// Start at `Casts` (what can be cast to what), `CommonType` (what a comparison or a CASE agrees on) and `Calendar`
/// (days, months and years without time zones).
@NullMarked
package dev.sheaf.expr.value;

import org.jspecify.annotations.NullMarked;
