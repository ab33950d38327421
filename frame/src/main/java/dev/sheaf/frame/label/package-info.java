/// Names of columns: [Label], a text or a tuple of texts, and [ColumnAccessor], which finds columns by
/// them.
@NullMarked
package dev.sheaf.frame.label;

import org.jspecify.annotations.NullMarked;
