package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.DataType;
import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.codec.Codec;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.io.parquet.meta.PageEncodings;
import dev.sheaf.io.parquet.meta.PageLocations;
import dev.sheaf.io.parquet.meta.ParquetFile;
import dev.sheaf.memory.MemoryPool;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/// The data pages of one column chunk, one after the other: read, checked, decompressed, and their levels and
/// values ready to be decoded.
///
/// A page is valid until the next one is asked for.
public final class PageStream implements AutoCloseable {
    private final ParquetFile file;
    private final FileChannel channel;
    private final int rowGroup;
    private final Leaf leaf;
    private final ColumnMetaData chunk;
    private final CompressionCodec compression;
    private final MemoryPool pool;
    private final ChunkInput input;
    private final PageDecoder decoder;
    private final PageBytes body;
    private @Nullable ChunkDictionary dictionary;
    private Optional<PageLocations> locations = Optional.empty();
    private boolean isLocated;
    private int pages;
    private int dataPages;
    private long values;

    public PageStream(
            ParquetFile file,
            FileChannel channel,
            int rowGroup,
            Leaf leaf,
            DataType type,
            long windowBytes,
            FilePosition place,
            MemoryPool pool) {
        this.file = file;
        this.channel = channel;
        this.rowGroup = rowGroup;
        this.leaf = leaf;
        this.pool = pool;
        this.chunk = file.chunk(rowGroup, leaf);
        this.compression = Objects.requireNonNull(chunk.getCodec());
        this.decoder = new PageDecoder(leaf, type, pool);
        check(place);
        long start = chunk.getData_page_offset();
        if (chunk.isSetDictionary_page_offset() && chunk.getDictionary_page_offset() > 0) {
            start = Math.min(start, chunk.getDictionary_page_offset());
        }
        long size = chunk.getTotal_compressed_size();
        if (start < 0 || size < 0 || start > file.byteSize() || size > file.byteSize() - start) {
            throw place.corrupt("its bytes [" + start + ", +" + size + ") are not inside the file of " + file.byteSize()
                    + " bytes");
        }
        this.body = new PageBytes(compression, pool);
        try {
            this.input = new ChunkInput(channel, place, start, start + size, windowBytes, pool);
        } catch (RuntimeException | Error failure) {
            body.close();
            throw failure;
        }
    }

    private void check(FilePosition place) {
        if (chunk.getType() != leaf.physical()) {
            throw place.corrupt("the chunk holds " + chunk.getType() + " where the schema says " + leaf.physical());
        }
        if (!Codec.isSupported(compression)) {
            throw place.unsupported("compression " + compression + " is not supported; write the file with"
                    + " SNAPPY, ZSTD, GZIP, LZ4_RAW or none"
                    + (compression == CompressionCodec.BROTLI ? ", or add the library org.brotli:dec" : ""));
        }
    }

    /// The dictionary, once a page has been read; null if the chunk has none.
    public @Nullable ChunkDictionary dictionary() {
        return dictionary;
    }

    /// The dictionary if it has all values of the chunk, read now if no page was read before; null if it has not, or
    /// the footer does not tell.
    ///
    /// @throws MalformedPageException if it is broken
    public @Nullable ChunkDictionary wholeDictionary() {
        if (!PageEncodings.isWhollyCoded(chunk)) {
            return null;
        }
        if (pages == 0 && read() != null) {
            throw new MalformedPageException("a data page where the footer has the dictionary");
        }
        return dictionary;
    }

    /// Number of the page that was read last, from 0, for errors.
    public int page() {
        return pages - 1;
    }

    /// Whether the chunk declares more values than the pages so far have.
    public boolean hasNext() {
        return values < chunk.getNum_values() && input.left() > 0;
    }

    /// The next data page.
    ///
    /// @throws MalformedPageException if there is none, or it is broken
    public DataPage next() {
        DataPage page = read();
        while (page == null) {
            page = read();
        }
        values += page.valueCount();
        if (values > chunk.getNum_values()) {
            throw new MalformedPageException(
                    "the pages have more than the " + chunk.getNum_values() + " values that the chunk declares");
        }
        checkLocation(page);
        dataPages++;
        return page;
    }

    /// Reads the next page; null if it is none of data.
    private @Nullable DataPage read() {
        PageHeader header = header();
        int size = header.size();
        int expected = header.uncompressedSize();
        PageBytes.checkSize(size);
        if (size < 0 || expected < 0 || size > input.left()) {
            throw new MalformedPageException("a page of " + size + " bytes (" + expected
                    + " decompressed) where the chunk has " + input.left() + " left");
        }
        input.require(size);
        checkSum(header, size);
        DataPage page = switch (header.type()) {
            case DATA_PAGE -> dataPage(header, size, expected);
            case DATA_PAGE_V2 -> dataPageV2(header, size, expected);
            case DICTIONARY_PAGE -> dictionaryPage(header, size, expected);
            case INDEX_PAGE -> null;
        };
        input.skip(size);
        return page;
    }

    /// Reads the offset index of the chunk of a flat column, if it has one; pages are checked against it from now on.
    public Optional<PageLocations> locate() {
        if (!isLocated) {
            locations = PageLocations.of(file, channel, rowGroup, leaf);
            isLocated = true;
        }
        return locations;
    }

    private void checkLocation(DataPage page) {
        PageLocations known = locations.orElse(null);
        if (known != null && (dataPages >= known.pages() || known.rows(dataPages) != page.valueCount())) {
            throw new MalformedPageException("a page of " + page.valueCount() + " values where the offset index has "
                    + (dataPages < known.pages() ? known.rows(dataPages) + " rows" : "no page"));
        }
    }

    /// Passes over the next pages as long as all of their rows are among the next `rows`. They are not read: without an
    /// offset index there are none.
    ///
    /// @return how many rows they have
    /// @throws MalformedPageException if the index says of pages that were read what is not so
    public int skip(int rows) {
        PageLocations known = locate().orElse(null);
        int target = known == null ? 0 : known.pageOf(Math.min(values + rows, known.firstRow(known.pages())));
        if (known == null || target <= dataPages) {
            return 0;
        }
        while (dataPages == 0 && input.offset() < known.offset(0)) {
            if (read() != null) {
                throw new MalformedPageException("a data page before the first one of the offset index");
            }
        }
        if (known.firstRow(dataPages) != values || known.offset(target) < input.offset()) {
            throw new MalformedPageException("page " + dataPages + " begins elsewhere than the offset index says");
        }
        int skipped = Math.toIntExact(known.firstRow(target) - values);
        input.seek(known.offset(target));
        pages += target - dataPages;
        dataPages = target;
        values += skipped;
        return skipped;
    }

    private PageHeader header() {
        pages++;
        if (input.left() == 0) {
            throw new MalformedPageException("the chunk ends before the last row of the row group");
        }
        return PageHeader.read(input);
    }

    private void checkSum(PageHeader header, int size) {
        if (!header.hasChecksum()) {
            return;
        }
        CRC32 sum = new CRC32();
        int at = input.show(size);
        sum.update(input.bytes().slice(at, size));
        if ((int) sum.getValue() != header.checksum()) {
            throw new MalformedPageException("the checksum of a page does not match its contents");
        }
    }

    private DataPage dataPage(PageHeader header, int size, int expected) {
        if (!header.hasOwn() || header.values() < 0) {
            throw new MalformedPageException("a data page without a header of its own");
        }
        PageBytes.Located bytes = body.of(input, size, expected);
        return decoder.page(header, bytes.bytes(), bytes.start(), bytes.end(), dictionary);
    }

    /// Levels of a page of version 2 lie uncompressed in front of the values.
    private DataPage dataPageV2(PageHeader header, int size, int expected) {
        if (!header.hasOwn() || header.values() < 0 || header.rows() < 0) {
            throw new MalformedPageException("a data page without a header of its own");
        }
        int repetitionBytes = header.repetitionBytes();
        int definitionBytes = header.definitionBytes();
        long levels = (long) repetitionBytes + definitionBytes;
        if (repetitionBytes < 0 || definitionBytes < 0 || levels > size || levels > expected) {
            throw new MalformedPageException("levels of " + levels + " bytes in a page of " + size);
        }
        int levelStart = input.show(size);
        ByteBuffer bytes = input.bytes();
        input.skip(levels);
        int valueBytes = size - (int) levels;
        try {
            PageBytes.Located values = header.isCompressed()
                    ? body.of(input, valueBytes, expected - (int) levels)
                    : PageBytes.Located.next(input, valueBytes);
            return decoder.pageV2(header, bytes, levelStart, values.bytes(), values.start(), values.end(), dictionary);
        } finally {
            input.skip(-levels);
        }
    }

    private @Nullable DataPage dictionaryPage(PageHeader header, int size, int expected) {
        if (dictionary != null || !header.hasOwn() || header.values() < 0) {
            throw new MalformedPageException(
                    dictionary != null ? "a second dictionary page" : "a dictionary page without values");
        }
        Encoding encoding = header.encoding();
        if (encoding != Encoding.PLAIN && encoding != Encoding.PLAIN_DICTIONARY) {
            throw new MalformedPageException("a dictionary in " + encoding + " encoding");
        }
        PageBytes.Located bytes = body.of(input, size, expected);
        dictionary = decoder.dictionary(header.values(), bytes.bytes(), bytes.start(), bytes.end(), pool);
        return null;
    }

    @Override
    public void close() {
        input.close();
        body.close();
        decoder.close();
        if (dictionary != null) {
            dictionary.close();
        }
    }
}
