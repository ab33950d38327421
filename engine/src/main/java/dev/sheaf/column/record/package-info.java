/// Java's classes as columns see them: components of records, and what messages call a class.
///
/// In come records or their classes, out come names, classes and values of components; nothing here knows columns.
/// Start at [RecordClass].
@NullMarked
package dev.sheaf.column.record;

import org.jspecify.annotations.NullMarked;
