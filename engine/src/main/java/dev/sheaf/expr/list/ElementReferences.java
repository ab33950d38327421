package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The numbers of elements that lists are made of, list by list.
final class ElementReferences {
    private static final String PURPOSE = "lists";

    /// Stands for an element that is null.
    static final int NULL = -1;

    private int[] elements = new int[16];
    private final int[] ends;
    private final long[] valid;
    private int count;
    private int lists;

    /// For so many lists.
    ElementReferences(int rows) {
        ends = new int[rows + 1];
        valid = new long[(rows + Long.SIZE - 1) / Long.SIZE];
    }

    void add(int element) {
        if (count == elements.length) {
            elements = Arrays.copyOf(elements, 2 * count);
        }
        elements[count++] = element;
    }

    void addAll(int from, int to) {
        for (int element = from; element < to; element++) {
            add(element);
        }
    }

    /// Adds numbers that stand in an array.
    void addAll(int[] numbers, int size) {
        for (int i = 0; i < size; i++) {
            add(numbers[i]);
        }
    }

    /// Ends a list that is not null.
    void end() {
        valid[lists >>> 6] |= 1L << lists;
        ends[++lists] = count;
    }

    /// Ends a list that is null.
    void endNull() {
        ends[++lists] = count;
    }

    int count() {
        return count;
    }

    int[] elements() {
        return elements;
    }

    /// The lists, of elements of a column.
    Column of(Column source, MemoryPool pool) {
        return over(Take.rows(source, elements, count, pool), pool);
    }

    /// The lists over their elements, which it takes over.
    Column over(Column taken, MemoryPool pool) {
        try {
            Validity validity = validity(valid, lists, pool);
            try {
                return new ListColumn(offsets(ends, pool), taken, validity);
            } catch (RuntimeException | Error failure) {
                validity.close();
                throw failure;
            }
        } catch (RuntimeException | Error failure) {
            taken.close();
            throw failure;
        }
    }

    static Validity validity(long[] bits, int rows, MemoryPool pool) {
        Buffer buffer = pool.allocate(Validity.byteSize(rows), PURPOSE);
        MemorySegment.copy(bits, 0, buffer.segment(), ValueLayout.JAVA_LONG, 0, (rows + Long.SIZE - 1) / Long.SIZE);
        return Validity.of(buffer, rows);
    }

    private static Offsets offsets(int[] ends, MemoryPool pool) {
        Buffer buffer = pool.allocate((long) ends.length * Integer.BYTES, PURPOSE);
        MemorySegment.copy(ends, 0, buffer.segment(), ValueLayout.JAVA_INT, 0, ends.length);
        return new Offsets(buffer, false, ends.length - 1L);
    }
}
