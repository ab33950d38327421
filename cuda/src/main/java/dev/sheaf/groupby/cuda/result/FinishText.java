package dev.sheaf.groupby.cuda.result;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundColumns;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.groupby.Finisher;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Nullness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The text of a [DeviceFinish]: expressions over the values of groups, and the numbers of the inputs that these read.
public final class FinishText {
    private static final int MAX_OUTPUTS = 64;
    private static final int MAX_INPUTS = 96;

    /// No user's column has such a name.
    private static final String COMPUTED = "\u0000computed ";

    private final Schema groups;
    private final IntFunction<Optional<GroupValue>> values;
    private final boolean isFiltered;
    private final Map<Integer, Optional<GroupValue>> known = new TreeMap<>();
    private final Map<Integer, String> reads = new TreeMap<>();
    private final ExpressionText texts = new ExpressionText(this::read);
    private final List<GroupValue.Input> inputs = new ArrayList<>();
    private final Set<Integer> needed = new TreeSet<>();
    private final List<Integer> left = new ArrayList<>();
    private final List<DeviceFinish.Output> outputs = new ArrayList<>();
    private final List<Expr> rest = new ArrayList<>();
    private Optional<String> whyRest = Optional.empty();

    /// What the device does of `finish` for groups with this schema.
    ///
    /// @param values how a kernel reads a column; nothing if its values become known on the host
    /// @param needed columns that are needed on the host, whatever the outputs are
    /// @throws IllegalArgumentException if an expression does not fit the schema
    public static DeviceFinish.Result of(
            GroupFinish finish, Schema groups, IntFunction<Optional<GroupValue>> values, List<Integer> needed) {
        FinishText writer = new FinishText(groups, values, finish.having().isPresent());
        Optional<String> condition = Optional.empty();
        if (finish.having().isPresent()) {
            switch (writer.text(Binder.bindPredicate(finish.having().orElseThrow(), groups))) {
                case ExpressionText.Result.Refused(String reason) -> {
                    return new DeviceFinish.Result.Refused(reason);
                }
                case ExpressionText.Result.Text(String text) -> condition = Optional.of(text);
            }
        }
        needed.forEach(writer::need);
        for (Expr wanted : Finisher.outputs(finish, groups)) {
            writer.add(wanted, Binder.bind(wanted.unaliased(), groups));
        }
        DeviceFinish made = writer.finish(condition);
        return made.outputs().size() > MAX_OUTPUTS || made.inputs().size() > MAX_INPUTS
                ? new DeviceFinish.Result.Refused("it takes up to " + MAX_OUTPUTS + " columns")
                : new DeviceFinish.Result.Possible(made);
    }

    private FinishText(Schema groups, IntFunction<Optional<GroupValue>> values, boolean isFiltered) {
        this.groups = groups;
        this.values = values;
        this.isFiltered = isFiltered;
    }

    private Optional<GroupValue> value(int column) {
        return known.computeIfAbsent(column, values::apply);
    }

    private String read(int column) {
        return reads.computeIfAbsent(column, _ -> {
            GroupValue value = value(column).orElseThrow();
            String text = value.text(inputs.size());
            inputs.addAll(value.inputs());
            return text;
        });
    }

    /// The text of an expression, unless it reads what is known on the host alone.
    private ExpressionText.Result text(BoundExpr bound) {
        for (int column : columns(bound)) {
            Field field = groups.field(column);
            if (GroupValue.isKnown(field.type().decoded()) && value(column).isEmpty()) {
                return new ExpressionText.Result.Refused(field.name() + " is computed on the CPU");
            }
        }
        return texts.of(bound);
    }

    /// An output that is a column is one on the host, too.
    private void add(Expr wanted, BoundExpr bound) {
        if (bound instanceof BoundExpr.Column(int column, String _, DataType _)) {
            need(column);
            rest.add(wanted);
            return;
        }
        switch (text(bound)) {
            case ExpressionText.Result.Text(String text) -> {
                Field field = new Field(COMPUTED + outputs.size(), bound.type());
                outputs.add(new DeviceFinish.Output(-1, field, bound.type(), text, mayBeNull(bound)));
                rest.add(Expressions.col(field.name()).as(wanted.outputName()));
            }
            case ExpressionText.Result.Refused(String reason) -> {
                columns(bound).forEach(this::need);
                rest.add(wanted);
                whyRest = Optional.of(reason);
            }
        }
    }

    /// A column that the host gets: as it lies if all groups are kept, or if no kernel can read it.
    private void need(int column) {
        if (!needed.add(column)) {
            return;
        }
        if (!isFiltered || value(column).isEmpty()) {
            left.add(column);
            return;
        }
        GroupValue value = value(column).orElseThrow();
        outputs.add(
                new DeviceFinish.Output(column, groups.field(column), value.type(), read(column), value.mayBeNull()));
    }

    private boolean mayBeNull(BoundExpr bound) {
        return Nullness.mayBeNull(bound)
                || columns(bound).stream()
                        .anyMatch(column -> value(column).orElseThrow().mayBeNull());
    }

    /// What has to be computed of every group, since it may not fit: the CPU reports that, kept or not, asked for or
    /// not. Of what is left to the host for all groups, the host does.
    private List<String> checks() {
        return IntStream.range(0, groups.size())
                .filter(column -> isFiltered || !left.contains(column))
                .filter(column -> value(column).filter(GroupValue::canFault).isPresent())
                .mapToObj(this::read)
                .toList();
    }

    private static List<Integer> columns(BoundExpr bound) {
        return BoundColumns.of(bound).stream().map(BoundExpr.Column::index).toList();
    }

    /// All of what was added.
    ///
    /// @param condition the text of HAVING
    private DeviceFinish finish(Optional<String> condition) {
        List<String> checks = checks(); // which may read further inputs
        return new DeviceFinish(
                List.copyOf(outputs),
                List.copyOf(left),
                List.copyOf(rest),
                whyRest,
                condition,
                checks,
                List.copyOf(inputs),
                texts.literals());
    }
}
