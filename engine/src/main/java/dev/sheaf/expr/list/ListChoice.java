package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Take;
import dev.sheaf.memory.MemoryPool;
import java.util.Arrays;
import java.util.List;

/// Functions that choose elements of a list: one, a slice, sorted ones, distinct ones.
public final class ListChoice {
    /// In place of a bound of a slice that is not written.
    public static final long OPEN = Long.MIN_VALUE;

    private ListChoice() {}

    /// `list[i]`: null where there is no such element.
    public static Column element(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        Column numbers = arguments.get(1);
        int[] picked = new int[rows];
        for (int row = 0; row < rows; row++) {
            boolean isNull = lists.isNull(row) || numbers.isNull(row);
            picked[row] = isNull ? ElementReferences.NULL : Lists.element(lists, row, Lists.number(numbers, row));
        }
        return Take.rows(lists.elements(), picked, rows, pool);
    }

    /// `list[from:to:step]`, both bounds included; [#OPEN] for one that is not written.
    public static Column slice(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        ElementReferences chosen = new ElementReferences(rows);
        for (int row = 0; row < rows; row++) {
            if (isAnyNull(arguments, row)) {
                chosen.endNull();
                continue;
            }
            slice(
                    lists,
                    row,
                    Lists.number(arguments.get(1), row),
                    Lists.number(arguments.get(2), row),
                    Lists.number(arguments.get(3), row),
                    chosen);
            chosen.end();
        }
        return chosen.of(lists.elements(), pool);
    }

    private static boolean isAnyNull(List<Column> arguments, int row) {
        for (Column argument : arguments) {
            if (argument.isNull(row)) {
                return true;
            }
        }
        return false;
    }

    private static void slice(ListColumn lists, int row, long from, long to, long step, ElementReferences chosen) {
        if (step == 0) {
            throw new IllegalArgumentException("the step of a slice cannot be 0");
        }
        int start = Lists.start(lists, row);
        int size = Lists.end(lists, row) - start;
        boolean rising = step > 0;
        long first = place(from, size, rising ? 1 : size);
        long last = place(to, size, rising ? size : 1);
        long low = Math.max(1, rising ? first : last);
        long high = Math.min(size, rising ? last : first);
        for (long at = rising ? low : high; at >= low && at <= high; at += step) {
            chosen.add(start + (int) at - 1);
        }
    }

    private static long place(long bound, int size, long open) {
        return bound == OPEN ? open : bound < 0 ? size + 1 + bound : bound;
    }

    /// The elements in order.
    public static ColumnFunction sort(SortDirection direction) {
        return (arguments, rows, pool) -> {
            ListColumn lists = (ListColumn) arguments.getFirst();
            ListSort sort = new ListSort(ColumnComparator.of(lists.elements(), direction));
            return each(lists, rows, pool, (from, to, chosen) -> chosen.addAll(sort.sorted(from, to), to - from));
        };
    }

    /// The elements from the last to the first.
    public static Column reverse(List<Column> arguments, int rows, MemoryPool pool) {
        return each((ListColumn) arguments.getFirst(), rows, pool, (from, to, chosen) -> {
            for (int element = to - 1; element >= from; element--) {
                chosen.add(element);
            }
        });
    }

    /// The first one of equal elements, without nulls.
    public static Column distinct(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        Column elements = lists.elements();
        ColumnComparator order = ColumnComparator.of(elements, SortDirection.ASCENDING);
        ListSort sort = new ListSort(order);
        return each(lists, rows, pool, (from, to, chosen) -> {
            int[] sorted = sort.sorted(from, to);
            int kept = 0;
            for (int i = 0, before = 0; i < to - from; i++) {
                // A stable sort has the first of equal elements in front.
                int element = sorted[i];
                boolean repeats = i > 0 && order.compare(before, element) == 0;
                if (!repeats && !elements.isNull(element)) {
                    sorted[kept++] = element;
                }
                before = element;
            }
            Arrays.sort(sorted, 0, kept);
            chosen.addAll(sorted, kept);
        });
    }

    /// Chooses among the elements of one list.
    @FunctionalInterface
    interface Chooser {
        void choose(int from, int to, ElementReferences chosen);
    }

    static Column each(ListColumn lists, int rows, MemoryPool pool, Chooser chooser) {
        ElementReferences chosen = new ElementReferences(rows);
        for (int row = 0; row < rows; row++) {
            if (lists.isNull(row)) {
                chosen.endNull();
            } else {
                chooser.choose(Lists.start(lists, row), Lists.end(lists, row), chosen);
                chosen.end();
            }
        }
        return chosen.of(lists.elements(), pool);
    }
}
