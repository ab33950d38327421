package dev.sheaf.expr.list;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Functions that take a function of the elements. It is computed once for the elements of all lists, which lie in
/// one table beside their numbers, if asked for, and beside what it reads of the rows around.
public final class Lambdas {
    private Lambdas() {}

    /// What a lambda computes of a table of its parameters and what it reads around it: a column as long.
    @FunctionalInterface
    public interface Body {
        Column of(Table rows, MemoryPool pool);
    }

    /// The elements as the body makes them. `numbered` if its second parameter is the number of an element from 1.
    /// The arguments are the list and what the body reads.
    public static ColumnFunction transform(Body body, Schema schema, boolean numbered) {
        return (arguments, rows, pool) -> {
            Elements elements = Elements.of((ListColumn) arguments.getFirst(), rows);
            Column made = computed(elements, body, schema, numbered, arguments, pool);
            return elements.shape().over(made, pool);
        };
    }

    /// The elements for which the body is true.
    public static ColumnFunction filter(Body body, Schema schema, boolean numbered) {
        return (arguments, rows, pool) -> {
            ListColumn lists = (ListColumn) arguments.getFirst();
            Elements elements = Elements.of(lists, rows);
            try (Column kept = computed(elements, body, schema, numbered, arguments, pool)) {
                int[] at = new int[1];
                return ListChoice.each(lists, rows, pool, (from, to, chosen) -> {
                    for (int element = from; element < to; element++, at[0]++) {
                        if (!kept.isNull(at[0]) && ((BoolColumn) kept).isTrue(at[0])) {
                            chosen.add(element);
                        }
                    }
                });
            }
        };
    }

    private static Column computed(
            Elements elements, Body body, Schema schema, boolean numbered, List<Column> arguments, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        Column list = ((ListColumn) arguments.getFirst()).elements();
        int count = elements.shape().count();
        try {
            columns.add(Take.rows(list, elements.shape().elements(), count, pool));
            if (numbered) {
                columns.add(numbers(elements, pool));
            }
            for (Column captured : arguments.subList(1, arguments.size())) {
                columns.add(Take.rows(captured, elements.parents(), count, pool));
            }
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
        try (Table table = new Table(schema, columns, count)) {
            return body.of(table, pool);
        }
    }

    private static Column numbers(Elements elements, MemoryPool pool) {
        try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, pool)) {
            for (int i = 0; i < elements.shape().count(); i++) {
                numbers.appendLong(elements.numbers()[i]);
            }
            return numbers.build();
        }
    }

    /// The elements of all lists, the row that each is of, and its number in its list.
    private record Elements(ElementReferences shape, int[] parents, int[] numbers) {
        static Elements of(ListColumn lists, int rows) {
            ElementReferences shape = new ElementReferences(rows);
            int most = rows == 0 ? 0 : Lists.end(lists, rows - 1);
            int[] parents = new int[most];
            int[] numbers = new int[most];
            for (int row = 0; row < rows; row++) {
                if (lists.isNull(row)) {
                    shape.endNull();
                    continue;
                }
                int start = Lists.start(lists, row);
                for (int element = start; element < Lists.end(lists, row); element++) {
                    parents[shape.count()] = row;
                    numbers[shape.count()] = element - start + 1;
                    shape.add(element);
                }
                shape.end();
            }
            return new Elements(shape, parents, numbers);
        }
    }

    /// The elements of each list put together one by one: the body takes what came of those before, and the next
    /// one. The first value is the first element, or that of the second argument if there is an `initial` one;
    /// behind it lies what the body reads.
    ///
    /// Cost: the body is computed as often as the longest list has elements, each time for the lists that
    /// have so many.
    public static ColumnFunction reduce(Body body, Schema schema, boolean numbered, boolean initial) {
        return (arguments, rows, pool) -> {
            ListColumn lists = (ListColumn) arguments.getFirst();
            List<Column> captured = arguments.subList(initial ? 2 : 1, arguments.size());
            Column sofar = initial ? arguments.get(1).retain() : firsts(lists, rows, pool);
            try {
                int step = initial ? 0 : 1;
                int[] active = active(lists, rows, step);
                while (active.length > 0) {
                    Column next = step(lists, active, step, sofar, captured, body, schema, numbered, !initial, pool);
                    Column merged = merged(sofar, next, active, rows, pool);
                    sofar.close();
                    sofar = merged;
                    step++;
                    active = active(lists, rows, step);
                }
                return nulled(sofar, lists, rows, pool);
            } finally {
                sofar.close();
            }
        };
    }

    private static Column firsts(ListColumn lists, int rows, MemoryPool pool) {
        int[] first = new int[rows];
        for (int row = 0; row < rows; row++) {
            int start = Lists.start(lists, row);
            if (!lists.isNull(row) && start == Lists.end(lists, row)) {
                throw new IllegalArgumentException(
                        "list_reduce of an empty list needs an initial value as its third argument");
            }
            first[row] = lists.isNull(row) ? ElementReferences.NULL : start;
        }
        return Take.rows(lists.elements(), first, rows, pool);
    }

    /// The rows whose lists have more than so many elements.
    private static int[] active(ListColumn lists, int rows, int step) {
        int[] active = new int[rows];
        int count = 0;
        for (int row = 0; row < rows; row++) {
            if (!lists.isNull(row) && Lists.end(lists, row) - Lists.start(lists, row) > step) {
                active[count++] = row;
            }
        }
        return java.util.Arrays.copyOf(active, count);
    }

    private static Column step(
            ListColumn lists,
            int[] active,
            int step,
            Column sofar,
            List<Column> captured,
            Body body,
            Schema schema,
            boolean numbered,
            boolean fromSecond,
            MemoryPool pool) {
        int count = active.length;
        int[] elements = new int[count];
        for (int i = 0; i < count; i++) {
            elements[i] = Lists.start(lists, active[i]) + step;
        }
        List<Column> columns = new ArrayList<>();
        try {
            columns.add(Take.rows(sofar, active, count, pool));
            columns.add(Take.rows(lists.elements(), elements, count, pool));
            if (numbered) {
                columns.add(repeated(fromSecond ? step : step + 1L, count, pool));
            }
            for (Column each : captured) {
                columns.add(Take.rows(each, active, count, pool));
            }
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
        try (Table table = new Table(schema, columns, count)) {
            return body.of(table, pool);
        }
    }

    private static Column repeated(long number, int count, MemoryPool pool) {
        try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, pool)) {
            for (int i = 0; i < count; i++) {
                numbers.appendLong(number);
            }
            return numbers.build();
        }
    }

    /// The column with the active rows replaced. Takes over `next`.
    private static Column merged(Column sofar, Column next, int[] active, int rows, MemoryPool pool) {
        try (next;
                Column both = dev.sheaf.column.Concat.columns(sofar.type(), List.of(sofar, next), pool)) {
            int[] picked = new int[rows];
            for (int row = 0; row < rows; row++) {
                picked[row] = row;
            }
            for (int i = 0; i < active.length; i++) {
                picked[active[i]] = rows + i;
            }
            return Take.rows(both, picked, rows, pool);
        }
    }

    /// The values, null where the list is.
    private static Column nulled(Column values, ListColumn lists, int rows, MemoryPool pool) {
        int[] picked = new int[rows];
        for (int row = 0; row < rows; row++) {
            picked[row] = lists.isNull(row) ? ElementReferences.NULL : row;
        }
        return Take.rows(values, picked, rows, pool);
    }
}
