package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Makes lists and structs of values and of other lists.
public final class ListMaking {
    private ListMaking() {}

    /// `[a, b, c]`: a list of the arguments, which have one type.
    public static ColumnFunction values(DataType element) {
        return (arguments, rows, pool) -> {
            ElementReferences chosen = new ElementReferences(rows);
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < arguments.size(); i++) {
                    chosen.add(i * rows + row);
                }
                chosen.end();
            }
            try (Column all = Concat.columns(element, arguments, pool)) {
                return chosen.of(all, pool);
            }
        };
    }

    /// `{'a': x, 'b': y}`.
    public static ColumnFunction struct(DataType.StructType type) {
        return (arguments, rows, _) ->
                new StructColumn(type, arguments.stream().map(Column::retain).toList(), Validity.allValid(rows));
    }

    /// A field of structs.
    public static Column field(List<Column> arguments, int field, int rows, MemoryPool pool) {
        StructColumn structs = (StructColumn) arguments.getFirst();
        int[] picked = new int[rows];
        for (int row = 0; row < rows; row++) {
            picked[row] = structs.isNull(row) ? ElementReferences.NULL : row;
        }
        return Take.rows(structs.children().get(field), picked, rows, pool);
    }

    /// The elements of lists one after the other; a null list counts as empty.
    public static ColumnFunction concat(DataType element) {
        return (arguments, rows, pool) -> {
            List<Column> parts = new ArrayList<>();
            int[] bases = new int[arguments.size()];
            int base = 0;
            for (int i = 0; i < bases.length; i++) {
                bases[i] = base;
                parts.add(((ListColumn) arguments.get(i)).elements());
                base += (int) parts.getLast().length();
            }
            ElementReferences chosen = new ElementReferences(rows);
            for (int row = 0; row < rows; row++) {
                concat(arguments, bases, row, chosen);
            }
            try (Column all = Concat.columns(element, parts, pool)) {
                return chosen.of(all, pool);
            }
        };
    }

    private static void concat(List<Column> arguments, int[] bases, int row, ElementReferences chosen) {
        for (int i = 0; i < bases.length; i++) {
            ListColumn lists = (ListColumn) arguments.get(i);
            chosen.addAll(bases[i] + Lists.start(lists, row), bases[i] + Lists.end(lists, row));
        }
        chosen.end();
    }

    /// A list of lists as the list of all their elements.
    public static Column flatten(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn outer = (ListColumn) arguments.getFirst();
        ListColumn inner = (ListColumn) outer.elements();
        ElementReferences chosen = new ElementReferences(rows);
        for (int row = 0; row < rows; row++) {
            if (outer.isNull(row)) {
                chosen.endNull();
                continue;
            }
            for (int list = Lists.start(outer, row); list < Lists.end(outer, row); list++) {
                if (!inner.isNull(list)) {
                    chosen.addAll(Lists.start(inner, list), Lists.end(inner, list));
                }
            }
            chosen.end();
        }
        return chosen.of(inner.elements(), pool);
    }

    /// A list of structs of the first elements, the second ones, and so on, as long as the longest list.
    public static ColumnFunction zip(DataType.StructType type) {
        return (arguments, rows, pool) -> {
            ElementReferences shape = new ElementReferences(rows);
            List<ElementReferences> fields =
                    arguments.stream().map(_ -> new ElementReferences(rows)).toList();
            for (int row = 0; row < rows; row++) {
                zip(arguments, row, fields);
                boolean any = false;
                for (Column argument : arguments) {
                    any |= !argument.isNull(row);
                }
                int added = fields.getFirst().count() - shape.count();
                shape.addAll(0, added);
                if (any) {
                    shape.end();
                } else {
                    shape.endNull();
                }
            }
            return shape.over(structs(type, arguments, fields, pool), pool);
        };
    }

    private static void zip(List<Column> arguments, int row, List<ElementReferences> fields) {
        int longest = 0;
        for (Column argument : arguments) {
            ListColumn lists = (ListColumn) argument;
            longest = Math.max(longest, Lists.end(lists, row) - Lists.start(lists, row));
        }
        for (int i = 0; i < fields.size(); i++) {
            ListColumn lists = (ListColumn) arguments.get(i);
            int start = Lists.start(lists, row);
            int size = Lists.end(lists, row) - start;
            fields.get(i).addAll(start, start + size);
            for (int missing = size; missing < longest; missing++) {
                fields.get(i).add(ElementReferences.NULL);
            }
        }
    }

    private static Column structs(
            DataType.StructType type, List<Column> arguments, List<ElementReferences> fields, MemoryPool pool) {
        List<Column> children = new ArrayList<>();
        try {
            for (int i = 0; i < fields.size(); i++) {
                ElementReferences chosen = fields.get(i);
                children.add(
                        Take.rows(((ListColumn) arguments.get(i)).elements(), chosen.elements(), chosen.count(), pool));
            }
            return new StructColumn(
                    type, children, Validity.allValid(fields.getFirst().count()));
        } catch (RuntimeException | Error failure) {
            children.forEach(Column::close);
            throw failure;
        }
    }
}
