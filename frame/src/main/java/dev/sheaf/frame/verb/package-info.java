/// What [dev.sheaf.frame.DataFrame], [dev.sheaf.frame.Series] and the groups of
/// [dev.sheaf.frame.Grouped] have in common: [RowVerbs] choose rows, [ValueVerbs] compute each value from
/// itself, [WindowVerbs] from the rows before and behind it. [Rolling] is what the last lead to.
@NullMarked
package dev.sheaf.frame.verb;

import org.jspecify.annotations.NullMarked;
