package dev.sheaf.frame.store;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.write.ColumnWrites;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The rows of a column as stretches of parts, one behind the other; each holds its part.
///
/// Immutable but for the values of parts that nobody else holds, which [#filled] writes where they lie.
record Windows(DataType type, List<Window> list) {
    /// Rows of a part.
    record Window(SpillableColumn part, long start, long length) {
        static Window of(Column column, MemoryPool pool) {
            return new Window(SpillManager.of(pool).column(column, pool), 0, column.length());
        }

        Column cut(Column values) {
            if (isWhole()) {
                return values;
            }
            try (values) {
                return values.slice(start, length);
            }
        }

        boolean isWhole() {
            return start == 0 && length == part.length();
        }

        Window retained(long from, long rows) {
            return new Window(part.retain(), start + from, rows);
        }
    }

    /// Does something to the rows `from` to `to - 1` of a window.
    private interface Step {
        Window apply(Window window, long from, long to);
    }

    /// Takes over parts that are columns of `type`.
    static Windows of(DataType type, List<SpillableColumn> parts) {
        return new Windows(
                type,
                parts.stream().map(part -> new Window(part, 0, part.length())).toList());
    }

    /// Takes over a column, as one part.
    static Windows of(Column column, MemoryPool pool) {
        return new Windows(column.type().decoded(), List.of(Window.of(column, pool)));
    }

    /// Takes over the rows of several, one behind the other.
    static Windows concat(List<Windows> several) {
        return new Windows(
                several.getFirst().type,
                several.stream().flatMap(windows -> windows.list.stream()).toList());
    }

    long length() {
        return list.stream().mapToLong(Window::length).sum();
    }

    int parts() {
        return list.size();
    }

    /// About the bytes that the rows take in memory.
    long byteSize() {
        return list.stream()
                .mapToLong(window ->
                        (long) (window.part.byteSize() * ((double) window.length / Math.max(1, window.part.length()))))
                .sum();
    }

    /// The number of nulls.
    long nullCount(MemoryPool pool) {
        return list.stream()
                .mapToLong(window -> new Windows(type, List.of(window)).nullsOfOne(pool))
                .sum();
    }

    private long nullsOfOne(MemoryPool pool) {
        try (Column values = read(SpillableColumn::load, pool)) {
            return values.nullCount();
        }
    }

    /// Hands on the row behind each window.
    void ends(LongConsumer consumer) {
        long row = 0;
        for (Window window : list) {
            row += window.length;
            consumer.accept(row);
        }
    }

    /// The windows on some of the rows after a step, in order.
    private List<Window> inside(long from, long rows, Step step) {
        List<Window> found = new ArrayList<>();
        long row = 0;
        for (Window window : list) {
            long first = Math.max(0, from - row);
            long end = Math.min(window.length, from + rows - row);
            if (first < end) {
                found.add(step.apply(window, first, end));
            }
            row += window.length;
        }
        return found;
    }

    /// Some of the rows again.
    Windows retained(long from, long rows) {
        return new Windows(type, inside(from, rows, (window, first, end) -> window.retained(first, end - first)));
    }

    /// Some of the rows for another holder: what was exposed is copied.
    Windows shared(long from, long rows, MemoryPool pool) {
        return new Windows(
                type,
                inside(
                        from,
                        rows,
                        (window, first, end) -> window.part.isExposed()
                                ? copy(window, first, end - first, pool)
                                : window.retained(first, end - first)));
    }

    private static Window copy(Window window, long from, long rows, MemoryPool pool) {
        try (Column values = window.part.load();
                Column some = values.slice(window.start + from, rows)) {
            return Window.of(ColumnWrites.copy(some, pool), pool);
        }
    }

    /// All rows with bytes of their own.
    Windows copied(MemoryPool pool) {
        return new Windows(type, inside(0, length(), (window, first, end) -> copy(window, first, end - first, pool)));
    }

    /// All rows in one part of their own, in the place of these.
    Windows together(MemoryPool pool) {
        Windows all = of(read(SpillableColumn::load, pool), pool);
        close();
        return all;
    }

    /// The rows in one column, to be closed.
    Column read(Function<SpillableColumn, Column> open, MemoryPool pool) {
        if (list.size() == 1) {
            return list.getFirst().cut(open.apply(list.getFirst().part));
        }
        List<Column> parts = new ArrayList<>();
        try (ColumnBuilder none = new ColumnBuilder(type, pool)) {
            list.forEach(window -> parts.add(window.cut(open.apply(window.part))));
            return parts.isEmpty() ? none.build() : Concat.columns(type, parts, pool);
        } finally {
            parts.forEach(Column::close);
        }
    }

    /// The same with a value in rows `from` to `to - 1`, in the place of these. Parts that others hold, too, are
    /// copied.
    ///
    /// @throws IllegalArgumentException if the value does not fit the type; nothing is written then
    Windows filled(long from, long to, @Nullable Object value, MemoryPool pool) {
        List<Window> next = new ArrayList<>(list);
        try {
            long row = 0;
            for (int i = 0; i < list.size(); i++) {
                Window window = list.get(i);
                long first = Math.max(0, from - row);
                long end = Math.min(window.length, to - row);
                next.set(i, first < end ? fill(window, first, end, value, pool) : window);
                row += window.length;
            }
        } catch (RuntimeException | Error failure) {
            closeWithout(next, list);
            throw failure;
        }
        closeWithout(list, next);
        return new Windows(type, next);
    }

    /// The window after a write into rows `from` to `to - 1` of it, or one on a copy.
    private static Window fill(Window window, long from, long to, @Nullable Object value, MemoryPool pool) {
        if (window.part.isShared() && !window.part.isExposed()) {
            try (Column values = window.cut(window.part.load())) {
                return Window.of(ColumnWrites.fill(values, from, to, value, pool), pool);
            }
        }
        window.part.write(values -> ColumnWrites.fill(values, window.start + from, window.start + to, value, pool));
        return window;
    }

    private static void closeWithout(List<Window> windows, List<Window> kept) {
        for (int i = 0; i < windows.size(); i++) {
            if (!windows.get(i).equals(kept.get(i))) {
                windows.get(i).part.close();
            }
        }
    }

    /// The same with other rows, which it takes over, from row `start` on, in the place of these.
    Windows replaced(long start, Windows rows) {
        long end = start + rows.length();
        List<Window> next = new ArrayList<>(retained(0, start).list);
        next.addAll(rows.list);
        next.addAll(retained(end, length() - end).list);
        close();
        return new Windows(type, next);
    }

    /// The only part, if it has these rows alone and nobody else holds it.
    Optional<SpillableColumn> onlyPart() {
        return list.size() == 1
                        && list.getFirst().isWhole()
                        && !list.getFirst().part.isShared()
                ? Optional.of(list.getFirst().part)
                : Optional.empty();
    }

    /// The first part.
    SpillableColumn firstPart() {
        return list.getFirst().part;
    }

    boolean isExposed() {
        return list.stream().anyMatch(window -> window.part.isExposed());
    }

    /// Whether both are known to be the same rows without a look at them.
    boolean isSame(Windows other) {
        return list.equals(other.list);
    }

    void close() {
        list.forEach(window -> window.part.close());
    }
}
