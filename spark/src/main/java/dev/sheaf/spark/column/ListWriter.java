package dev.sheaf.spark.column;

import dev.sheaf.column.Column;
import dev.sheaf.column.ListColumn;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeArrayWriter;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.ArrayType;

/// A list as an array of Spark, which stands behind the fields of its row.
final class ListWriter {
    private ListWriter() {}

    /// Writes the list of a row at a place, and an empty one where it is null.
    static void write(UnsafeWriter writer, int at, ArrayType type, Column column, long row) {
        ListColumn lists = (ListColumn) column;
        long start = lists.offsets().start(row);
        int count = lists.isNull(row) ? 0 : Math.toIntExact(lists.offsets().size(row));
        int before = writer.cursor();
        UnsafeArrayWriter array = new UnsafeArrayWriter(writer, ValueWriter.elementBytes(type.elementType()));
        array.initialize(count);
        for (int i = 0; i < count; i++) {
            ValueWriter.write(array, i, type.elementType(), lists.elements(), start + i);
        }
        writer.setOffsetAndSizeFromPreviousCursor(at, before);
    }
}
