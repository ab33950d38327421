/// What files say about their contents, before any value is read: the bytes of a footer go in; schema, row groups
/// and statistics come out, checked.
///
/// Start at `ParquetFile`, an open file. `SchemaReader` makes a tree of `SchemaNode` and `Leaf` out of the file's
/// elements, `SchemaWriter` the elements out of a schema; `SchemaMerge` holds the files of a dataset to one schema;
/// `ChunkStatistics` gives the bounds by which `dev.sheaf.query.bounds` leaves out row groups.
@NullMarked
package dev.sheaf.io.parquet.meta;

import org.jspecify.annotations.NullMarked;
