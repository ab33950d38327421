package dev.sheaf.io.parquet.write;

import dev.sheaf.io.parquet.codec.Compressor;
import dev.sheaf.io.parquet.read.ParquetDataset;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import java.util.Set;

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

    private static final Set<String> NAMES = Set.of("compression", "codec", "row_group_size");

    /// What is said of the file, and else of all files.
    static WriteOptions of(FileOptions options, QueryContext context) {
        options.checkKnown("a Parquet file that is written", NAMES);
        Settings settings = context.settings();
        String codec = options.text("compression", "codec")
                .or(() -> settings.get("parquet.codec"))
                .orElse("snappy");
        int usual = settings.getPositive("parquet.rowGroup.rows", context.batchRows(ROW_GROUP_ROWS));
        return new WriteOptions(
                Compressor.named(codec),
                Math.max(1, options.number("row_group_size").orElse(usual)),
                settings.getPositive("parquet.page.bytes", PAGE_BYTES));
    }
}
