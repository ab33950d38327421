/// What functions of SQL compute in Java from one row's values: texts, numbers, hashes, JSON.
///
/// In go values as Java has them, out comes a value or null; nothing here knows of expressions' trees, but for
/// [Globs] and [NestedTexts], which say how the engine calls them. Start at [Texts] and [Json]. What calls which by
/// name lies in `dev.sheaf.sql.function`.
@NullMarked
package dev.sheaf.sql.function.value;

import org.jspecify.annotations.NullMarked;
