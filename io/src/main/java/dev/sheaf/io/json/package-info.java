/// JSON: newline-delimited, as one array, or as objects one after the other, plain or compressed by gzip.
///
/// Start at [JsonFormat], which [dev.sheaf.query.FileFormats] finds by name and file ending, or at [Json] to say
/// more. The way of a row is that of [dev.sheaf.io.rows]: [JsonForm] says where rows end, [RowWalker] finds the
/// objects of a chunk, and [MemberSplitter] sets a field for each member that is asked for. Fields of scalars are
/// read as those of delimited text are; those of objects and arrays are split again, by [StructReader] and
/// [ListReader]. All of it stands on [JsonCursor], which passes over JSON and over nothing else.
///
/// Types come from the first rows of each file: [JsonSniffer] notes in [InferredType] what stands at each place,
/// and [JsonType] is what follows.
@NullMarked
package dev.sheaf.io.json;

import org.jspecify.annotations.NullMarked;
