package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.decode.DataPage;
import dev.sheaf.io.parquet.decode.PageStream;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads a column of one value or null a row: pages straight into the buffers of a column.
final class FlatReader implements ColumnReader {
    private final PageStream pages;
    private final DataType type;
    private final boolean optional;
    private final FilePosition place;
    private final boolean trusts;
    private @Nullable DataPage page;
    private int left;

    FlatReader(PageStream pages, Leaf leaf, DataType type, FilePosition place, boolean trusts) {
        this.pages = pages;
        this.type = type;
        this.optional = leaf.maxDefinition() > 0;
        this.place = place;
        this.trusts = trusts;
    }

    @Override
    public Column read(int rows, MemoryPool pool) {
        try (ColumnCollector collector = ColumnCollector.of(type, rows, pool)) {
            Buffer bits = optional ? pool.allocateZeroed(Validity.byteSize(rows) + Long.BYTES, "validity") : null;
            try (bits) {
                fill(collector, bits == null ? null : bits.segment(), rows);
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

    private void fill(ColumnCollector collector, @Nullable MemorySegment bits, int rows) {
        for (int row = 0; row < rows; ) {
            DataPage current = page();
            int some = Math.min(left, rows - row);
            int valid = some;
            if (bits != null && current.definition() != null) {
                valid = current.definition().readBits(bits, row, some);
            }
            collector.append(current.values(), pages.dictionary(), row, valid, bits);
            if (bits != null && valid < some) {
                collector.spread(bits, row, some, valid);
            }
            row += some;
            left -= some;
            if (left == 0) {
                current.values().checkEnd();
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
