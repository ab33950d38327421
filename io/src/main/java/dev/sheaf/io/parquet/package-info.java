/// Parquet files as sources and sinks of tables.
///
/// Start at [ParquetFormat], which [dev.sheaf.query.FileFormats] finds by name and file ending; all else is inside.
/// To read on, follow the data:
///
/// - Reading: `ParquetDataset` knows the footers (`FooterReader`, `SchemaReader`) and leaves out row groups by
/// their statistics (`RowGroupPruner`); `ParquetSource` hands out batches; `RowGroupCursor` reads one row
/// group, each column by a `FlatReader` or `NestedReader` from its `PageStream`; `PageDecoder` picks the
/// decoder for the encoding of a page; a `ColumnCollector` makes the column.
/// - Writing: `ParquetSink` collects row groups; `Shredder` takes columns apart; `ChunkEncoder` chooses between
///   dictionary and plain; `PageWriter` compresses what shrinks; `PendingFile` gives the file its name when it
/// is complete.
///
/// Thrift structures of footers and page headers come from parquet-java, codecs from snappy-java, zstd-jni and the
/// JDK, or from [SnappyBlocks] and `dev.sheaf.io.zstd` in programs that have not allowed native access; page
/// contents are decoded and encoded in bulk here. What a file claims is checked before it is believed: a
/// damaged one gives [dev.sheaf.query.CorruptFileException] with the place, whatever its bytes.
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
