/// What [dev.sheaf.frame.DataFrame], [dev.sheaf.frame.Series] and the groups of
/// [dev.sheaf.frame.Grouped] have in common: [ColumnVerbs] and [RowVerbs] choose columns and rows,
/// [ValueVerbs] compute each value from itself, [ArithmeticVerbs] from itself and a partner, [WindowVerbs]
/// from the rows before and behind it, [AggregateVerbs] one value from all. [Rolling] is what windows lead to;
/// [Texts], [Temporals], [Lists], [Structs] and [Intervals] are what series of one type can do besides.
///
/// Start at [WindowVerbs].
@NullMarked
package dev.sheaf.frame.verb;

import org.jspecify.annotations.NullMarked;
