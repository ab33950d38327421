/// Loops that copy what columns are made of: values, bits, and where texts and lists start.
///
/// In come memory and the numbers of rows, out comes memory; nothing here knows columns, types or pools. Start at
/// [TakenRows]. `Take` and `Concat` of `dev.sheaf.column` allocate and put the columns together.
@NullMarked
package dev.sheaf.column.copy;

import org.jspecify.annotations.NullMarked;
