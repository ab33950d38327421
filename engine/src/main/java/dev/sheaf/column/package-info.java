/// Typed columns in the Arrow layout, and tables of them.
///
/// Start at [Table]: one contiguous batch of columns of equal length. [DataType] lists the types, [Column] says
/// how each is laid out, [Validity] how nulls are marked. [Table#of] and [TableBuilder] make tables from Java
/// values; [Table#ints] and its siblings, [Table#rows] and [Table#toRecords] read them back. [Take] and
/// [Concat] make new columns out of old ones, with the loops of `column.copy`. Who fills columns without
/// knowing how many values come works with `column.grow`, who fills a table from several threads with
/// `column.append`, and who changes values of a column with `column.write`. `column.record` takes Java records
/// apart.
///
/// A field of a schema states the meaning of a column; a batch may carry the column dictionary-encoded all the
/// same, see [Table].
@NullMarked
package dev.sheaf.column;

import org.jspecify.annotations.NullMarked;
