package dev.sheaf.spark.scan;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.spark.translate.InputColumn;
import java.util.List;

/// How a column that a request reads is made of the columns of a file.
sealed interface ColumnStep {
    /// The column for the rows of a table of the file, to be closed by the caller.
    Column column(Table rows, MemoryPool pool);

    /// The step for a column of the scan, over the columns of the file that are read.
    static ColumnStep of(InputColumn input, ScanColumns columns, Schema read) {
        if (columns.name(input).isEmpty()) {
            return new Constant(Evaluator.compile(columns.constant(input), read));
        }
        int place = read.indexOf(columns.name(input).get());
        return input.unscaled() ? new Digits(place) : new Same(place);
    }

    /// A column of the file as it is.
    record Same(int place) implements ColumnStep {
        @Override
        public Column column(Table rows, MemoryPool pool) {
            return rows.column(place).retain();
        }
    }

    /// The digits of decimals as whole numbers of 64 bits.
    record Digits(int place) implements ColumnStep {
        private static final String NAME = "digits";
        private static final Schema NARROW = new Schema(List.of(new Field(NAME, DataType.INT32)));
        private static final Evaluator WIDENED = Evaluator.compile(col(NAME).cast(DataType.INT64), NARROW);

        @Override
        public Column column(Table rows, MemoryPool pool) {
            FixedColumn decimals = (FixedColumn) rows.column(place);
            if (decimals.type().layout() == Layout.INT64) {
                return decimals.as(DataType.INT64);
            }
            try (Table narrow = new Table(NARROW, List.of(decimals.as(DataType.INT32)), rows.rowCount())) {
                return WIDENED.evaluate(narrow, pool);
            }
        }
    }

    /// One value in all rows.
    record Constant(Evaluator value) implements ColumnStep {
        @Override
        public Column column(Table rows, MemoryPool pool) {
            return value.evaluate(rows, pool);
        }
    }
}
