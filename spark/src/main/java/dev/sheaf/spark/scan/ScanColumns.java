package dev.sheaf.spark.scan;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.spark.translate.InputColumn;
import dev.sheaf.spark.translate.Literals;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/// What the columns of a scan are in one file: columns of the file, nulls where it lacks them, and then the values of
/// its partition.
///
/// @param names for each column that is asked of the file its name there, if it has it
/// @param partitions the columns behind those
/// @param values the values of these
record ScanColumns(List<Optional<String>> names, StructType partitions, InternalRow values) {
    ScanColumns {
        names = List.copyOf(names);
    }

    /// The name in the file of a column of the scan, if it is one of the file's.
    Optional<String> name(InputColumn column) {
        return column.ordinal() < names.size() ? names.get(column.ordinal()) : Optional.empty();
    }

    /// A condition on columns that a request reads as one on columns of the file.
    Expr ofFile(Expr condition, List<InputColumn> inputs) {
        Map<String, InputColumn> byName = new HashMap<>();
        inputs.forEach(input -> byName.put(input.name(), input));
        return ExprRewrite.mapColumns(condition, name -> ofFile(Objects.requireNonNull(byName.get(name))));
    }

    private Expr ofFile(InputColumn column) {
        return name(column).<Expr>map(Expressions::col).orElseGet(() -> constant(column));
    }

    /// The value that a column has in all rows, if it is none of the file's.
    Expr constant(InputColumn column) {
        int partition = column.ordinal() - names.size();
        if (partition < 0) {
            return new Expr.Literal(null, column.field().type());
        }
        StructField field = partitions.fields()[partition];
        Object value = values.isNullAt(partition) ? null : values.get(partition, field.dataType());
        return Literals.of(value, field.dataType());
    }
}
