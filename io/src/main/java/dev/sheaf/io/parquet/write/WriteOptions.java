package dev.sheaf.io.parquet.write;

import dev.sheaf.io.parquet.codec.Compressor;
import dev.sheaf.io.parquet.read.ParquetDataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;

/// How a file is written.
///
/// `rowGroupRows` is what one thread of a reader takes at a time; `pageBytes` is about the size of a page before
/// compression. Where memory is short for batches, row groups are as much smaller as these: encoding takes a few
/// times what the rows take.
record WriteOptions(Compressor compressor, int rowGroupRows, int pageBytes) {
    /// As many rows as a batch of the reader has: a row group is one batch, there are enough of them for many
    /// threads, and writing one takes little memory. Larger ones would repeat fewer dictionaries.
    private static final int ROW_GROUP_ROWS = ParquetDataset.BATCH_ROWS;

    private static final int PAGE_BYTES = 1 << 20;

    static WriteOptions of(QueryContext context) {
        Settings settings = context.settings();
        return new WriteOptions(
                Compressor.named(settings.get("parquet.codec").orElse("snappy")),
                settings.getPositive("parquet.rowGroup.rows", context.batchRows(ROW_GROUP_ROWS)),
                settings.getPositive("parquet.page.bytes", PAGE_BYTES));
    }
}
