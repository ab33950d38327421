/// Names of columns: [Label] is a text or a tuple of texts. Start at [ColumnAccessor], which finds anything by
/// labels: by one, by the first parts of tuples, by pattern or position.
@NullMarked
package dev.sheaf.frame.label;

import org.jspecify.annotations.NullMarked;
