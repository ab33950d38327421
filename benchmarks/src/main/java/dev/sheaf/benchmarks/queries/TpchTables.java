package dev.sheaf.benchmarks.queries;

import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;

/// The tables of TPC-H as its generator makes them; amounts are decimals, as the benchmark wants them.
final class TpchTables {
    private static final DataType AMOUNT = DataType.decimal(15, 2);

    private TpchTables() {}

    static List<String> names() {
        return TpchTable.getTables().stream().map(TpchTable::getTableName).toList();
    }

    /// A table at a scale, 1 being 6,001,215 lines of orders; closed by the caller.
    static Table table(String name, double scale, MemoryPool pool) {
        return table(TpchTable.getTable(name), scale, pool);
    }

    private static <E extends TpchEntity> Table table(TpchTable<E> source, double scale, MemoryPool pool) {
        List<TpchColumn<E>> columns = source.getColumns();
        List<ColumnBuilder> builders = columns.stream()
                .map(column -> new ColumnBuilder(type(column), pool))
                .toList();
        try {
            long rows = 0;
            for (E row : source.createGenerator(scale, 1, 1)) {
                for (int i = 0; i < columns.size(); i++) {
                    builders.get(i).append(value(columns.get(i), row));
                }
                rows++;
            }
            return new Table(
                    schema(columns), builders.stream().map(ColumnBuilder::build).toList(), rows);
        } finally {
            builders.forEach(ColumnBuilder::close);
        }
    }

    private static <E extends TpchEntity> Schema schema(List<TpchColumn<E>> columns) {
        return new Schema(columns.stream()
                .map(column -> new Field(column.getColumnName(), type(column), false))
                .toList());
    }

    private static DataType type(TpchColumn<?> column) {
        return switch (column.getType().getBase()) {
            case INTEGER -> DataType.INT32;
            case IDENTIFIER -> DataType.INT64;
            case DATE -> DataType.DATE;
            case DOUBLE -> AMOUNT;
            case VARCHAR -> DataType.STRING;
        };
    }

    private static <E extends TpchEntity> Object value(TpchColumn<E> column, E row) {
        return switch (column.getType().getBase()) {
            case INTEGER -> column.getInteger(row);
            case IDENTIFIER -> column.getIdentifier(row);
            case DATE -> LocalDate.ofEpochDay(column.getDate(row));
            case DOUBLE -> BigDecimal.valueOf(column.getDouble(row)).setScale(2, RoundingMode.HALF_EVEN);
            case VARCHAR -> column.getString(row);
        };
    }
}
