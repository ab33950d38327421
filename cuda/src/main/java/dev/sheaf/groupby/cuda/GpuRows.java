package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.groupby.cuda.runs.RowScans;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.QueryContext;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.resident.ResidentTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Runs operators over the rows of tables on a device, and says which ones do not run there.
///
/// @param others gives what works on a table of the same kind; empty for other tables
record GpuRows(OpenDevice open, QueryContext context, Function<ResidentTable, Optional<TableHandle>> others) {

    /// What `keep` makes of the result of an operator that the device does not refuse, on a stream of its own. Empty if
    /// the device cannot give it after all, as of [ResidentTable#run].
    <T> Optional<T> run(TableHandle table, ResidentOperator operator, Function<DeviceTable, T> keep) {
        String name = operator.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        return open.device().call(() -> {
            try (Stream stream = Stream.open(open.device())) {
                return new RowWork(open, context)
                        .on(stream, table, name, (held, rows) -> made(held, operator, rows), keep);
            }
        });
    }

    private Optional<DeviceTable> made(DeviceTable table, ResidentOperator operator, RowOperators rows) {
        return switch (operator) {
            case ResidentOperator.Select(List<String> columns) -> Optional.of(table.select(columns));
            case ResidentOperator.Filter(Expr condition) -> rows.filter(table, condition);
            case ResidentOperator.Project(List<Expr> expressions) ->
                Optional.of(rows.project(table, expressions, projected(expressions, table.schema())));
            case ResidentOperator.Take take -> rows.take(table, take.rows());
            case ResidentOperator.Limit(long offset, long count) -> rows.limit(table, offset, count);
            case ResidentOperator.Append(List<ResidentTable> below) -> appended(table, below, rows);
            case ResidentOperator.Scans scans -> scanned(table, scans, rows);
            case ResidentOperator.Group _ -> throw new IllegalStateException("groups are found elsewhere");
        };
    }

    private Optional<DeviceTable> scanned(DeviceTable table, ResidentOperator.Scans scans, RowOperators rows) {
        List<Expr> keys = columns(scans.keys());
        try (RowScans work =
                new RowScans(table, keys, Optional.empty(), scans.nullKeys(), rows.run(), rows.kernels())) {
            Optional<DeviceTable> made = work.apply(scans.scans());
            return scans.besideColumns() ? made.map(behind -> beside(table, behind)) : made;
        }
    }

    private static List<Expr> columns(List<String> names) {
        return names.stream().<Expr>map(Expressions::col).toList();
    }

    /// The columns of a table, and those of another one, which is closed, behind them.
    private static DeviceTable beside(DeviceTable table, DeviceTable behind) {
        List<Field> fields = new ArrayList<>(table.schema().fields());
        fields.addAll(behind.schema().fields());
        try (DeviceTable first = table.retain();
                DeviceTable second = behind) {
            List<DeviceColumn> columns = new ArrayList<>();
            first.columns().forEach(column -> columns.add(column.retain()));
            second.columns().forEach(column -> columns.add(column.retain()));
            return new DeviceTable(new Schema(fields), columns, table.rowCount());
        }
    }

    private static Schema projected(List<Expr> expressions, Schema input) {
        List<Field> fields = new ArrayList<>();
        for (Expr expression : expressions) {
            fields.add(new Field(
                    expression.outputName(),
                    Binder.bind(expression.unaliased(), input).type()));
        }
        return new Schema(fields);
    }

    private Optional<DeviceTable> appended(DeviceTable table, List<ResidentTable> below, RowOperators rows) {
        try (Closer closer = new Closer()) {
            List<DeviceTable> all = new ArrayList<>(List.of(table));
            for (ResidentTable other : below) {
                TableHandle there = others.apply(other)
                        .filter(handle -> handle.device().equals(open))
                        .filter(handle -> types(handle.schema()).equals(types(table.schema())))
                        .orElseThrow(() -> new IllegalArgumentException("rows of " + other
                                + " do not go below those of " + table.schema() + ": device or types differ"));
                all.add(closer.add(there.pinned()));
            }
            return rows.append(all);
        }
    }

    private static List<DataType> types(Schema schema) {
        return schema.fields().stream().map(Field::type).toList();
    }

    /// Why a device does not compute expressions, if it does not.
    static Optional<String> noCompiler(OpenDevice device) {
        return device.kernels().canCompile()
                ? Optional.empty()
                : Optional.of("expressions need a compiler of kernels, and there is no NVRTC");
    }

    /// Why an operator does not run on a device, if it does not.
    static Optional<String> refusal(ResidentOperator operator, Schema input, OpenDevice device) {
        Optional<String> noCompiler = noCompiler(device);
        return switch (operator) {
            case ResidentOperator.Select(List<String> columns) -> {
                columns.forEach(input::indexOf);
                yield Optional.empty();
            }
            case ResidentOperator.Take _, ResidentOperator.Limit _, ResidentOperator.Append _ -> Optional.empty();
            case ResidentOperator.Filter(Expr condition) ->
                RowOperators.refusal(List.of(condition), input).or(() -> noCompiler);
            case ResidentOperator.Project(List<Expr> expressions) ->
                RowOperators.refusal(expressions, input).or(() -> noCompiler);
            case ResidentOperator.Scans(List<String> keys, NullKeys _, List<GroupScan> scans, boolean _) ->
                RowScans.refusal(columns(keys), Optional.empty(), scans, input).or(() -> noCompiler);
            case ResidentOperator.Group(var request) ->
                switch (GeneralPlanner.plan(request)) {
                    case GeneralPlanner.Result.Refused(String reason) -> Optional.of(reason);
                    case GeneralPlanner.Result.Planned(GeneralPlan plan) ->
                        plan.onHost().stream().findFirst().map(_ -> String.join(", ", plan.onHost()));
                };
        };
    }
}
