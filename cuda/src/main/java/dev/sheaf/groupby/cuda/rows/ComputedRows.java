package dev.sheaf.groupby.cuda.rows;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.ExpressionSupport;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundColumns;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.request.Nullness;
import dev.sheaf.groupby.cuda.result.DeviceFinish;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The values of expressions for each row of a table on a device: by `finish_groups.cu`, to which a row is a
/// group. Columns that are asked for as they are share their bytes.
final class ComputedRows {
    /// Beyond so many columns the arguments of the kernel do not fit.
    private static final int MOST_COLUMNS = 64;

    private final DeviceTable table;
    private final List<GroupValue.Input> inputs = new ArrayList<>();
    private final Map<Integer, String> reads = new LinkedHashMap<>();
    private final ExpressionText texts = new ExpressionText(this::read);
    private final List<DeviceFinish.Output> outputs = new ArrayList<>();

    private ComputedRows(DeviceTable table) {
        this.table = table;
    }

    /// Why the device does not compute expressions, if it does not.
    ///
    /// @throws IllegalArgumentException if an expression does not fit the schema
    static Optional<String> refusal(List<Expr> expressions, Schema schema) {
        Set<Integer> read = new TreeSet<>();
        int computed = 0;
        for (Expr expression : expressions) {
            BoundExpr bound = Binder.bind(expression.unaliased(), schema);
            if (bound instanceof BoundExpr.Column) {
                continue;
            }
            Optional<String> refusal = ExpressionSupport.refusal(bound);
            if (refusal.isPresent()) {
                return refusal;
            }
            BoundColumns.of(bound).forEach(column -> read.add(column.index()));
            computed++;
        }
        return Math.max(computed, read.size()) > MOST_COLUMNS
                ? Optional.of("a kernel takes up to " + MOST_COLUMNS + " columns")
                : Optional.empty();
    }

    /// A column for each expression, to be closed by the caller.
    ///
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Refused if a row has no result
    static List<DeviceColumn> of(DeviceTable table, List<Expr> expressions, DeviceRun run, KernelStore kernels) {
        ComputedRows rows = new ComputedRows(table);
        List<BoundExpr> bound = new ArrayList<>();
        for (Expr expression : expressions) {
            BoundExpr each = Binder.bind(expression.unaliased(), table.schema());
            bound.add(each);
            if (!rows.isShared(each)) {
                rows.add(each);
            }
        }
        try (DeviceFinish.Finished computed = rows.run(run, kernels)) {
            int next = 0;
            List<DeviceColumn> columns = new ArrayList<>();
            for (BoundExpr each : bound) {
                columns.add(
                        each instanceof BoundExpr.Column column && rows.isShared(each)
                                ? table.columns().get(column.index()).retain()
                                : computed.columns().get(next++).retain());
            }
            return columns;
        }
    }

    /// Whether it is a column as it lies; values of fixed width are taken out of a dictionary.
    private boolean isShared(BoundExpr bound) {
        return bound instanceof BoundExpr.Column column
                && (table.columns().get(column.index()).dictionary() == null || !CudaType.supports(bound.type()));
    }

    private void add(BoundExpr bound) {
        ExpressionText.Result.Text text = (ExpressionText.Result.Text) texts.of(bound);
        boolean mayBeNull = Nullness.mayBeNull(bound)
                || BoundColumns.of(bound).stream()
                        .anyMatch(column -> table.columns().get(column.index()).mayBeNull());
        Field field = new Field("#" + outputs.size(), bound.type());
        outputs.add(new DeviceFinish.Output(-1, field, bound.type(), text.text(), mayBeNull));
    }

    private String read(int column) {
        return Objects.requireNonNull(reads.computeIfAbsent(column, _ -> {
            GroupValue value = GroupValue.of(
                    table.schema().field(column).type(), table.columns().get(column));
            String text = value.text(inputs.size());
            inputs.addAll(value.inputs());
            return text;
        }));
    }

    private DeviceFinish.Finished run(DeviceRun run, KernelStore kernels) {
        return DeviceFinish.ofAll(outputs, inputs, texts.literals())
                .apply(table.rowCount(), kernels, run.accounts(), run.stream());
    }
}
