package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.decode.ChunkDictionary;
import dev.sheaf.io.parquet.decode.DataPage;
import dev.sheaf.io.parquet.decode.LevelDecoder;
import dev.sheaf.io.parquet.decode.PageStream;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads a column of one value or null a row: pages straight into the buffers of a column.
final class FlatReader implements ColumnReader {
    /// To test fewer rows than this instead of an entry would cost about as much.
    private static final int ROWS_PER_ENTRY = 8;

    private final PageStream pages;
    private final Leaf leaf;
    private final DataType type;
    private final boolean optional;
    private final FilePosition place;
    private final boolean trusts;
    private @Nullable DataPage page;
    private int left;

    /// Rows to pass over before the next one that is read: if there is none, no page of theirs is decoded.
    private int passed;

    FlatReader(PageStream pages, Leaf leaf, DataType type, FilePosition place, boolean trusts) {
        this.pages = pages;
        this.leaf = leaf;
        this.type = type;
        this.optional = leaf.maxDefinition() > 0;
        this.place = place;
        this.trusts = trusts;
    }

    @Override
    public Column read(int rows, MemoryPool pool) {
        return read(rows, (collector, bits) -> fill(collector, bits, 0, rows), pool);
    }

    @Override
    public Column read(RowChoice choice, MemoryPool pool) {
        try (Column near = read(choice.nearRows(), (collector, bits) -> fillNear(collector, bits, choice), pool)) {
            return choice.ofNear(near, pool);
        }
    }

    @Override
    public Optional<Column> values(long rows, MemoryPool pool) {
        try {
            ChunkDictionary dictionary = pages.wholeDictionary();
            return dictionary == null || dictionary.entries() > rows / ROWS_PER_ENTRY
                    ? Optional.empty()
                    : Optional.of(entries(dictionary, pool));
        } catch (MalformedPageException | IndexOutOfBoundsException | ArithmeticException damage) {
            throw place.in("page " + pages.page()).damage(damage, trusts);
        }
    }

    private Column entries(ChunkDictionary dictionary, MemoryPool pool) {
        Column entries = dictionary.column(type);
        if (!optional) {
            return entries;
        }
        try (entries) {
            int[] andNull = IntStream.rangeClosed(0, dictionary.entries()).toArray();
            andNull[dictionary.entries()] = -1;
            return Take.rows(entries, andNull, andNull.length, pool);
        }
    }

    /// Reads rows into a collector, their validity bits, if the column may have nulls, into zeroed memory.
    private interface Reading {
        void into(ColumnCollector collector, @Nullable ByteBuffer bits);
    }

    private Column read(int rows, Reading reading, MemoryPool pool) {
        try (ColumnCollector collector = ColumnCollector.of(leaf, type, rows, pool)) {
            Buffer bits = optional ? pool.allocateZeroed(Validity.byteSize(rows) + Long.BYTES, "validity") : null;
            try (bits) {
                reading.into(collector, bits == null ? null : Views.bytes(bits.segment()));
                return finish(collector, bits, rows);
            }
        } catch (MalformedPageException | IndexOutOfBoundsException | ArithmeticException damage) {
            throw place.in("page " + pages.page()).damage(damage, trusts);
        }
    }

    private static Column finish(ColumnCollector collector, @Nullable Buffer bits, int rows) {
        Validity validity =
                bits == null ? Validity.allValid(rows) : Validity.of(bits.slice(0, Validity.byteSize(rows)), rows);
        try {
            return collector.finish(validity);
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    private void fillNear(ColumnCollector collector, @Nullable ByteBuffer bits, RowChoice choice) {
        int at = 0;
        int filled = 0;
        for (int range = 0; range < choice.ranges(); range++) {
            passed += choice.start(range) - at;
            at = choice.end(range);
            int end = filled + at - choice.start(range);
            fill(collector, bits, filled, end);
            filled = end;
        }
        passed += choice.rows() - at;
    }

    private void skipPassed() {
        while (passed > 0) {
            passed -= left == 0 ? pages.skip(passed) : 0;
            if (passed == 0) {
                return;
            }
            DataPage current = page();
            int some = Math.min(left, passed);
            LevelDecoder definition = optional ? current.definition() : null;
            current.values().skip(definition == null ? some : definition.skipBits(some));
            passed -= some;
            left -= some;
            if (left == 0) {
                current.checkEnd();
            }
        }
    }

    /// Reads the rows `from` to `to` of the collector.
    private void fill(ColumnCollector collector, @Nullable ByteBuffer bits, int from, int to) {
        skipPassed();
        for (int row = from; row < to; ) {
            DataPage current = page();
            int some = Math.min(left, to - row);
            int valid = some;
            if (bits != null && current.definition() != null) {
                valid = current.definition().readBits(bits, row, some);
            }
            collector.append(current.values(), pages.dictionary(), row, some, valid, bits);
            row += some;
            left -= some;
            if (left == 0) {
                current.checkEnd();
            }
        }
    }

    private DataPage page() {
        DataPage current = page;
        while (current == null || left == 0) {
            current = pages.next();
            left = current.valueCount();
            page = current;
        }
        return current;
    }

    @Override
    public void close() {
        pages.close();
    }
}
