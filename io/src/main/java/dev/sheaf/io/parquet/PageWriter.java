package dev.sheaf.io.parquet;

import dev.sheaf.memory.MemoryPool;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;

/// Compresses pages and puts them behind their headers, with checksums.
final class PageWriter implements AutoCloseable {
    private final Compressor compressor;
    private final ByteOutput page;
    private final ByteOutput compressed;
    private final ByteOutput output;
    private long uncompressedBytes;

    /// Appends to `output`.
    PageWriter(Compressor compressor, ByteOutput output, MemoryPool pool) {
        this.compressor = compressor;
        this.output = output;
        this.page = new ByteOutput(pool, "Parquet page");
        this.compressed = new ByteOutput(pool, "Parquet page");
    }

    /// The page to fill before [#writeData] or [#writeDictionary]; empty.
    ByteOutput page() {
        page.clear();
        return page;
    }

    void writeData(int entries, Encoding encoding) {
        PageHeader header = new PageHeader().setType(PageType.DATA_PAGE);
        header.setData_page_header(new DataPageHeader(entries, encoding, Encoding.RLE, Encoding.RLE));
        write(header);
    }

    void writeDictionary(int entries) {
        PageHeader header = new PageHeader().setType(PageType.DICTIONARY_PAGE);
        header.setDictionary_page_header(new DictionaryPageHeader(entries, Encoding.PLAIN));
        write(header);
    }

    private void write(PageHeader header) {
        int size = Math.toIntExact(page.size());
        compressed.clear();
        int compressedSize = compressor.compress(page.segment(), size, compressed);
        CRC32 sum = new CRC32();
        sum.update(compressed.segment().asSlice(0, compressedSize).asByteBuffer());
        header.setUncompressed_page_size(size)
                .setCompressed_page_size(compressedSize)
                .setCrc((int) sum.getValue());
        int headerSize = ThriftOutput.write(header, output);
        output.write(compressed.segment(), 0, compressedSize);
        uncompressedBytes += headerSize + (long) size;
    }

    /// Notes the sizes of all pages so far.
    void describe(ColumnMetaData metadata) {
        metadata.setTotal_compressed_size(output.size());
        metadata.setTotal_uncompressed_size(uncompressedBytes);
    }

    @Override
    public void close() {
        page.close();
        compressed.close();
    }
}
