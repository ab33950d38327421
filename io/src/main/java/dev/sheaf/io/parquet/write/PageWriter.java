package dev.sheaf.io.parquet.write;

import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.codec.Compressor;
import dev.sheaf.io.parquet.meta.ThriftOutput;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;

/// Collects the pages of a column chunk, compresses them all or none, and puts them behind their headers, with
/// checksums.
final class PageWriter implements AutoCloseable {
    /// Bytes that tell whether compression pays for a chunk.
    private static final int SAMPLE_BYTES = 1 << 16;

    private final Compressor compressor;
    private final ByteOutput plain;
    private final ByteOutput compressed;
    private final ByteOutput output;
    private final List<Page> pages = new ArrayList<>();
    private final List<PageLocation> places = new ArrayList<>();
    private long start;
    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;

    /// A page whose contents are the bytes `[start, end)` of all contents.
    private record Page(PageHeader header, long start, long end) {
        int size() {
            return Math.toIntExact(end - start);
        }
    }

    /// Appends to `output`.
    PageWriter(Compressor compressor, ByteOutput output, MemoryPool pool) {
        this.compressor = compressor;
        this.output = output;
        this.plain = new ByteOutput(pool, "Parquet pages");
        this.compressed = ByteOutput.after(plain, pool, "Parquet pages");
    }

    /// Where to append the contents of a page before [#addData] or [#addDictionary].
    ByteOutput page() {
        start = plain.size();
        return plain;
    }

    void addData(int entries, Encoding encoding) {
        PageHeader header = new PageHeader().setType(PageType.DATA_PAGE);
        header.setData_page_header(new DataPageHeader(entries, encoding, Encoding.RLE, Encoding.RLE));
        pages.add(new Page(header, start, plain.size()));
    }

    void addDictionary(int entries) {
        PageHeader header = new PageHeader().setType(PageType.DICTIONARY_PAGE);
        header.setDictionary_page_header(new DictionaryPageHeader(entries, Encoding.PLAIN));
        pages.add(new Page(header, start, plain.size()));
    }

    /// Where the data pages are, from the start of the output on, after [#finish].
    List<PageLocation> places() {
        return places;
    }

    /// Writes the pages and notes how and where.
    void finish(ColumnMetaData metadata) {
        List<Page> stored = compressor == Compressor.UNCOMPRESSED ? pages : compress();
        ByteOutput contents = codec == CompressionCodec.UNCOMPRESSED ? plain : compressed;
        long headers = 0;
        for (int i = 0; i < pages.size(); i++) {
            Page page = stored.get(i);
            boolean isDictionary = page.header.getType() == PageType.DICTIONARY_PAGE;
            if (isDictionary) {
                metadata.setDictionary_page_offset(output.size());
            }
            long from = output.size();
            headers += write(page, pages.get(i).size(), contents);
            if (!isDictionary) {
                places.add(new PageLocation(from, Math.toIntExact(output.size() - from), 0));
            }
            if (isDictionary || i == 0) {
                metadata.setData_page_offset(isDictionary ? output.size() : 0);
            }
        }
        metadata.setCodec(codec);
        metadata.setEncoding_stats(encodings());
        metadata.setTotal_compressed_size(output.size());
        metadata.setTotal_uncompressed_size(headers + plain.size());
    }

    /// How many pages there are of each kind and encoding, which tells readers that a dictionary has all values.
    private List<PageEncodingStats> encodings() {
        Map<Encoding, Integer> data = new EnumMap<>(Encoding.class);
        List<PageEncodingStats> counted = new ArrayList<>();
        for (Page page : pages) {
            DataPageHeader own = page.header.getData_page_header();
            if (own == null) {
                counted.add(new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1));
            } else {
                data.merge(Objects.requireNonNull(own.getEncoding()), 1, Integer::sum);
            }
        }
        data.forEach((encoding, count) -> counted.add(new PageEncodingStats(PageType.DATA_PAGE, encoding, count)));
        return counted;
    }

    /// The pages compressed, or as they are if that saves too little, for which a part of them stands.
    private List<Page> compress() {
        List<Page> smaller = new ArrayList<>();
        for (Page page : pages) {
            long from = compressed.size();
            compressor.compress(plain.segment().asSlice(page.start), page.size(), compressed);
            smaller.add(new Page(page.header, from, compressed.size()));
            boolean isLast = smaller.size() == pages.size();
            if ((isLast || page.end >= SAMPLE_BYTES) && !compressor.pays(page.end, compressed.size())) {
                return pages;
            }
        }
        codec = compressor.codec();
        return smaller;
    }

    /// Writes a page and returns the size of its header.
    private int write(Page page, int plainSize, ByteOutput contents) {
        CRC32 sum = new CRC32();
        sum.update(contents.segment().asSlice(page.start, page.size()).asByteBuffer());
        page.header
                .setUncompressed_page_size(plainSize)
                .setCompressed_page_size(page.size())
                .setCrc((int) sum.getValue());
        int headerSize = ThriftOutput.write(page.header, output);
        output.write(contents.segment(), page.start, page.size());
        return headerSize;
    }

    @Override
    public void close() {
        plain.close();
        compressed.close();
    }
}
