/// Parquet files as sources and sinks of tables.
///
/// Start at [ParquetFormat], which [dev.sheaf.query.FileFormats] finds by name and file ending; all else is inside.
/// To read on, follow the data:
///
/// - Reading: `parquet.meta` reads footers and schemas and leaves out row groups by their statistics;
///   `parquet.codec` decompresses pages; `parquet.decode` takes the encodings of pages apart; `parquet.read`
///   collects values to columns, columns to batches, and hands those out.
/// - Writing: `parquet.write` takes tables apart into leaves, encodes and compresses pages, and gives the file its
///   name when it is complete.
/// - `parquet.bytes` has what all of them need: bits, bytes, files, and errors that know their place.
///
/// Thrift structures of footers and page headers come from parquet-java, codecs from snappy-java, zstd-jni and the
/// JDK, or from `SnappyBlocks` and `dev.sheaf.io.zstd` in programs that have not allowed native access; page
/// contents are decoded and encoded in bulk here. What a file claims is checked before it is believed: a damaged
/// one gives [dev.sheaf.query.CorruptFileException] with the place, whatever its bytes.
///
/// | setting | meaning | default |
/// |---|---|---|
/// | `parquet.batch.rows` | most rows a batch of a scan has | 131072 |
/// | `parquet.codec` | `snappy`, `zstd`, `gzip` or `uncompressed`, for chunks where it pays | `snappy` |
/// | `parquet.rowGroup.rows` | rows of a row group that is written | 131072 |
/// | `parquet.page.bytes` | about the size of a page before compression | 1048576 |
@NullMarked
package dev.sheaf.io.parquet;

import org.jspecify.annotations.NullMarked;
