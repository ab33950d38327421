package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.list.Lambdas.Body;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Conversions of lists and structs, made of conversions of their elements and fields.
public final class NestedCasts {
    private NestedCasts() {}

    /// Lists whose elements are converted by a body over one column.
    public static ColumnFunction list(DataType element, Body conversion) {
        return (arguments, rows, pool) -> {
            ListColumn lists = (ListColumn) arguments.getFirst();
            ElementReferences shape = new ElementReferences(rows);
            for (int row = 0; row < rows; row++) {
                if (lists.isNull(row)) {
                    shape.endNull();
                } else {
                    shape.addAll(Lists.start(lists, row), Lists.end(lists, row));
                    shape.end();
                }
            }
            Column elements = Take.rows(lists.elements(), shape.elements(), shape.count(), pool);
            return shape.over(converted(elements, element, conversion, pool), pool);
        };
    }

    /// Structs whose fields are converted one by one.
    public static ColumnFunction struct(DataType.StructType from, DataType.StructType to, List<Body> conversions) {
        return (arguments, rows, pool) -> {
            StructColumn structs = (StructColumn) arguments.getFirst();
            List<Column> children = new ArrayList<>();
            try {
                for (int i = 0; i < conversions.size(); i++) {
                    Column child = structs.children().get(i).retain();
                    children.add(converted(child, from.fields().get(i).type(), conversions.get(i), pool));
                }
                return new StructColumn(to, children, structs.validity().slice(0, rows));
            } catch (RuntimeException | Error failure) {
                children.forEach(Column::close);
                throw failure;
            }
        };
    }

    /// Takes over the values.
    private static Column converted(Column values, DataType type, Body conversion, MemoryPool pool) {
        Schema schema = Schema.of(new Field("x", type));
        try (Table table = new Table(schema, List.of(values), values.length())) {
            return conversion.of(table, pool);
        }
    }
}
