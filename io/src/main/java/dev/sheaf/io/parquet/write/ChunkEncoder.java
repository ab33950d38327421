package dev.sheaf.io.parquet.write;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.decode.TextBuilder;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;

/// Encodes the column chunk of one leaf: by a dictionary where that is smaller, else plain.
///
/// The whole row group is at hand, so a chunk is one or the other from its first page on.
final class ChunkEncoder {
    /// Number dictionaries larger than this share of the values, or than this, hardly pay.
    private static final int NUMBERS_PER_ENTRY = 8;

    private static final int MAX_NUMBER_ENTRIES = 1 << 15;
    private static final int TEXTS_PER_ENTRY = 2;
    private static final int MIN_ENTRIES = 16;

    /// Of values without an order.
    private static final PageBounds NO_BOUNDS = (_, _, _) -> {};

    private final LeafInput input;
    private final Leaf leaf;
    private final DataType type;
    private final WriteOptions options;
    private final MemoryPool pool;
    private final PageWriter pages;
    private final ByteOutput codes;
    private final Statistics statistics = new Statistics();
    private final List<Integer> pageEntries = new ArrayList<>();
    private final List<Statistics> pageStatistics = new ArrayList<>();
    private final Set<Encoding> encodings = new LinkedHashSet<>(List.of(Encoding.RLE));

    private ChunkEncoder(
            LeafInput input, DataType type, WriteOptions options, ByteOutput codes, PageWriter pages, MemoryPool pool) {
        this.input = input;
        this.leaf = input.leaf();
        this.type = type;
        this.options = options;
        this.pool = pool;
        this.codes = codes;
        this.pages = pages;
    }

    /// The chunk of the input, whose values are of `type`.
    static EncodedChunk encode(LeafInput input, DataType type, WriteOptions options, MemoryPool pool) {
        ByteOutput output = new ByteOutput(pool, "Parquet column chunk");
        try (ByteOutput codes = new ByteOutput(pool, "Parquet codes");
                PageWriter pages = new PageWriter(options.compressor(), output, pool)) {
            return new ChunkEncoder(input, type, options, codes, pages, pool).encode(output);
        } catch (RuntimeException | Error failure) {
            output.close();
            throw failure;
        }
    }

    private EncodedChunk encode(ByteOutput output) {
        statistics.setNull_count(input.entries() - (long) input.validCount());
        ColumnMetaData metadata = new ColumnMetaData();
        switch (type.layout()) {
            case NONE -> writePages(0, Encoding.PLAIN, (_, _, _) -> {}, NO_BOUNDS);
            case BIT -> encodeBools();
            case VARIABLE -> encodeText();
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL -> encodeFixed();
            case LIST, STRUCT, DICTIONARY -> throw new AssertionError(type);
        }
        metadata.setType(leaf.physical());
        metadata.setEncodings(List.copyOf(encodings));
        metadata.setPath_in_schema(leaf.path());
        metadata.setNum_values(input.entries());
        metadata.setStatistics(statistics);
        pages.finish(metadata);
        return new EncodedChunk(
                output,
                metadata,
                leaf.maxRepetition() == 0
                        ? Optional.of(PageIndexes.of(pages.places(), pageEntries, pageStatistics))
                        : Optional.empty());
    }

    private void encodeBools() {
        int count = input.validCount();
        try (ByteOutput bits = new ByteOutput(pool, "Parquet bools")) {
            PhysicalValues.appendBools(input.values(), count, bits);
            Bounds.ofBools(bits.segment(), 0, count, statistics);
            Values values = (first, some, page) -> HybridEncoder.copyBits(bits.segment(), first, some, page);
            writePages(
                    1,
                    Encoding.PLAIN,
                    values,
                    (first, some, page) -> Bounds.ofBools(bits.segment(), first, some, page));
        }
    }

    private void encodeFixed() {
        int count = input.validCount();
        int width = leaf.plainWidth();
        try (ByteOutput values = new ByteOutput(pool, "Parquet values");
                ByteOutput entries = new ByteOutput(pool, "Parquet dictionary")) {
            PhysicalValues.append(input.values(), leaf, values);
            PageBounds bounds = type.layout() == Layout.INTERVAL
                    ? NO_BOUNDS
                    : (first, some, page) ->
                            Bounds.ofFixed(values.segment().asSlice((long) first * width), some, leaf, type, page);
            bounds.add(0, count, statistics);
            if (isCoded(values, count, entries)) {
                pages.page().write(entries.segment(), 0, entries.size());
                writeCoded((int) (entries.size() / width), bounds);
                return;
            }
            writePages(
                    width,
                    Encoding.PLAIN,
                    (first, some, page) -> page.write(values.segment(), (long) first * width, (long) some * width),
                    bounds);
        }
    }

    private boolean isCoded(ByteOutput values, int count, ByteOutput entries) {
        int width = leaf.plainWidth();
        if (width != Integer.BYTES && width != Long.BYTES) {
            return false;
        }
        int limit = Math.min(Math.max(MIN_ENTRIES, count / NUMBERS_PER_ENTRY), MAX_NUMBER_ENTRIES);
        return NumberDictionary.encode(values.segment(), width, count, limit, entries, codes, pool)
                && entries.size() + codedBytes((int) (entries.size() / width), count) < values.size();
    }

    private static long codedBytes(int entries, int count) {
        return (long) count * bitWidth(entries) / 8;
    }

    private static int bitWidth(int entries) {
        return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(entries - 1));
    }

    private void encodeText() {
        int limit = Math.max(1, input.validCount() / TEXTS_PER_ENTRY);
        try (TextDictionary dictionary = new TextDictionary(limit, pool)) {
            boolean complete = true;
            for (Column column : input.values()) {
                complete = complete && dictionary.encode(column, codes);
            }
            TextBuilder entries = dictionary.entries();
            if (complete && input.validCount() > 0) {
                Bounds.ofText(entries, 0, entries.count(), statistics);
                writeText(entries, 0, entries.count(), pages.page());
                writeCoded(
                        entries.count(),
                        (first, some, page) -> Bounds.ofCoded(entries, codes.segment(), first, some, page));
                return;
            }
        }
        encodePlainText();
    }

    private void encodePlainText() {
        try (TextBuilder text = PlainText.of(input.values(), input.validCount(), pool)) {
            Bounds.ofText(text, 0, text.count(), statistics);
            int width =
                    Integer.BYTES + (int) Math.min(Integer.MAX_VALUE / 2, text.byteSize() / Math.max(1, text.count()));
            pages.page().reserve(text.byteSize() + (long) text.count() * Integer.BYTES);
            writePages(
                    width,
                    Encoding.PLAIN,
                    (first, some, page) -> writeText(text, first, some, page),
                    (first, some, page) -> Bounds.ofText(text, first, some, page));
        }
    }

    private static void writeText(TextBuilder text, int first, int count, ByteOutput page) {
        page.reserve(text.offset(first + count) - text.offset(first) + (long) count * Integer.BYTES);
        for (int i = first; i < first + count; i++) {
            long start = text.offset(i);
            long size = text.offset(i + 1) - start;
            page.writeInt(Math.toIntExact(size));
            page.write(text.bytes(), start, size);
        }
    }

    /// Writes the dictionary that the present page holds, and pages of codes.
    private void writeCoded(int entries, PageBounds bounds) {
        pages.addDictionary(entries);
        encodings.add(Encoding.PLAIN);
        statistics.setDistinct_count(entries);
        int bitWidth = bitWidth(entries);
        Values values = (first, some, page) -> {
            page.writeByte(bitWidth);
            HybridEncoder.write(codes.segment(), first, some, bitWidth, page);
        };
        writePages(bitWidth / 8 + 1, Encoding.RLE_DICTIONARY, values, bounds);
    }

    /// Writes `count` values from the `first` on into a page.
    private interface Values {
        void write(int first, int count, ByteOutput page);
    }

    /// Adds the bounds of `count` values from the `first` on.
    private interface PageBounds {
        void add(int first, int count, Statistics statistics);
    }

    /// Writes all entries in pages, of about `width` bytes an entry.
    private void writePages(int width, Encoding encoding, Values values, PageBounds bounds) {
        encodings.add(encoding);
        int step = Math.max(1, options.pageBytes() / Math.max(1, width));
        int value = 0;
        int from = 0;
        do {
            int to = input.rowStart((int) Math.min((long) from + step, input.entries()));
            int valid = input.validCount(from, to);
            ByteOutput page = pages.page();
            input.writeLevels(from, to, valid, page);
            values.write(value, valid, page);
            pages.addData(to - from, encoding);
            note(from, to, value, valid, bounds);
            value += valid;
            from = to;
        } while (from < input.entries());
    }

    /// Notes what is in a page. Of a single one the statistics of the chunk tell.
    private void note(int from, int to, int value, int valid, PageBounds bounds) {
        boolean isOnly = from == 0 && to == input.entries();
        Statistics page = isOnly ? statistics : new Statistics();
        if (!isOnly) {
            page.setNull_count(to - from - (long) valid);
            bounds.add(value, valid, page);
        }
        pageEntries.add(to - from);
        pageStatistics.add(page);
    }
}
