/// Memory of columns that are being filled: how much of it they need, or whether, is known only when values
/// come.
///
/// In go values or the size that is wanted, out comes a buffer of exactly what was written. Start at
/// [GrowingBuffer], which grows at its end, by doubling; [LateBuffer] is allocated by whoever writes to it
/// first.
@NullMarked
package dev.sheaf.column.grow;

import org.jspecify.annotations.NullMarked;
