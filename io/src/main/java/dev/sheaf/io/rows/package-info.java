/// Rows as text, whatever the format: how a file is cut into chunks and how the fields of a chunk become
/// columns.
///
/// Start at [RowSource], which gives the batches of files. [ChunkReader] cuts the text of a file where a format
/// says that rows end ([RowEnds]), one chunk at a time under a lock, decompressed where its name ends in `.gz`.
/// Each thread parses its chunk ([ChunkParser], which a format brings with its [RowFile]): it says in [Fields]
/// where the values of each row lie, and [FieldColumns] has a [ColumnReader] turn the fields of one column
/// after the other into a [dev.sheaf.column.Column]. [FieldReader] is that for values that stand there as text;
/// [ValueKind] lists the types that are inferred from such.
@NullMarked
package dev.sheaf.io.rows;

import org.jspecify.annotations.NullMarked;
