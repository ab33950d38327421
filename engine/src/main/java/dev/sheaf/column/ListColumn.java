package dev.sheaf.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A column of lists: row `r` holds the elements `[offsets.start(r), offsets.start(r + 1))` of a child column.
public final class ListColumn implements Column {
    private final DataType.ListType type;
    private final Offsets offsets;
    private final Column elements;
    private final Validity validity;
    private boolean closed;

    /// Takes over offsets, elements and validity.
    ///
    /// @throws IllegalArgumentException if offsets end behind the elements, or there is not a validity bit a row
    public ListColumn(Offsets offsets, Column elements, Validity validity) {
        if (offsets.length() != validity.length() || offsets.start(offsets.length()) > elements.length()) {
            throw new IllegalArgumentException("offsets of " + offsets.length() + " lists ending at "
                    + offsets.start(offsets.length()) + " do not match " + elements.length() + " elements and "
                    + validity.length() + " validity bits");
        }
        this.type = new DataType.ListType(elements.type().decoded());
        this.offsets = offsets;
        this.elements = elements;
        this.validity = validity;
    }

    @Override
    public DataType.ListType type() {
        return type;
    }

    @Override
    public long length() {
        return offsets.length();
    }

    @Override
    public Validity validity() {
        checkOpen();
        return validity;
    }

    /// Where each list starts in [#elements()].
    public Offsets offsets() {
        checkOpen();
        return offsets;
    }

    /// The elements of all lists; a slice uses a part of them.
    public Column elements() {
        checkOpen();
        return elements;
    }

    @Override
    public ListColumn slice(long start, long rows) {
        checkOpen();
        return new ListColumn(offsets.slice(start, rows), elements.retain(), validity.slice(start, rows));
    }

    @Override
    public @Nullable Object get(long row) {
        Objects.checkIndex(row, length());
        if (isNull(row)) {
            return null;
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (long element = offsets.start(row); element < offsets.start(row + 1); element++) {
            values.add(elements.get(element));
        }
        return values;
    }

    @Override
    public void close() {
        closed = true;
        offsets.close();
        elements.close();
        validity.close();
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.column(type, offsets.length());
        }
    }
}
