package dev.sheaf.plan.physical;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The lowest operator whose rows may be left out where a join above leaves out what comes of them, and the columns
/// that its keys are there.
///
/// A row may be left out below whatever looks at one row after the other and cannot fail, below a group-by of the
/// keys, which loses whole groups, and on either side of an inner join.
///
/// @param saves whether joins or groups are spared the rows
record KeyPlace(PhysicalPlan plan, List<String> names, boolean saves) {

    /// The place below one side of a join; none if a key there is not a column.
    static Optional<KeyPlace> below(PhysicalPlan side, List<JoinKey> keys, Function<JoinKey, Expr> own) {
        return columns(side, keys, own).map(KeyPlace::lowest);
    }

    private static Optional<KeyPlace> columns(PhysicalPlan side, List<JoinKey> keys, Function<JoinKey, Expr> own) {
        List<String> names = new ArrayList<>();
        for (JoinKey key : keys) {
            if (own.apply(key).unaliased() instanceof Expr.ColumnRef(String name)) {
                names.add(name);
            }
        }
        return names.isEmpty() || names.size() < keys.size()
                ? Optional.empty()
                : Optional.of(new KeyPlace(side, names, false));
    }

    /// The same, but at a filter of a scan rather than below it: rows of numbers that pass its condition are not
    /// gathered before their keys are looked for. A condition on texts takes longer than a look at a key.
    static Optional<KeyPlace> dropping(PhysicalPlan side, List<JoinKey> keys, Function<JoinKey, Expr> own) {
        return columns(side, keys, own).map(KeyPlace::lowestDropping);
    }

    /// The place below operators that pass rows on as they come, which the left sides of joins are; none if the key is
    /// not a column.
    static Optional<KeyPlace> streaming(PhysicalPlan plan, Expr key) {
        return key.unaliased() instanceof Expr.ColumnRef(String name)
                ? Optional.of(new KeyPlace(plan, List.of(name), false).lowestStreaming())
                : Optional.empty();
    }

    private KeyPlace lowestStreaming() {
        boolean waits =
                plan instanceof PhysicalPlan.GroupBy || (plan instanceof PhysicalPlan.Join join && !isLeft(join));
        return waits ? this : below().map(KeyPlace::lowestStreaming).orElse(this);
    }

    private KeyPlace lowest() {
        return below().map(KeyPlace::lowest).orElse(this);
    }

    private KeyPlace lowestDropping() {
        return isPicking() ? this : below().map(KeyPlace::lowestDropping).orElse(this);
    }

    /// Whether the place is a filter that picks rows of a scan by columns of fixed width.
    boolean isPicking() {
        return plan instanceof PhysicalPlan.Filter(PhysicalPlan.Read read, Expr condition, List<String> _)
                && ExprColumns.of(condition).stream()
                        .allMatch(name -> read.schema()
                                .field(name)
                                .type()
                                .decoded()
                                .layout()
                                .isFixedWidth());
    }

    /// The place below one operator; none if no row may be left out there.
    private Optional<KeyPlace> below() {
        return switch (plan) {
            case PhysicalPlan.Filter(PhysicalPlan input, Expr condition, List<String> _)
            when !ExprWalker.mayFail(condition, input.schema()) -> Optional.of(new KeyPlace(input, names, saves));
            case PhysicalPlan.Project project
            when !Failing.mayFail(project.expressions(), project.input().schema()) ->
                renamed(project.expressions(), project.input(), saves);
            case PhysicalPlan.GroupBy(PhysicalPlan input, GroupByRequest request)
            when !mayFail(request, input) -> renamed(request.keys(), input, true);
            case PhysicalPlan.Join join when passes(join) -> belowJoin(join);
            default -> Optional.empty();
        };
    }

    private static boolean mayFail(GroupByRequest request, PhysicalPlan input) {
        List<Expr> all = new ArrayList<>(request.keys());
        request.filter().ifPresent(all::add);
        all.addAll(request.aggregates());
        return Failing.mayFail(all, input.schema());
    }

    /// The place below an operator that gives `expressions`; none if a key is not a column below.
    private Optional<KeyPlace> renamed(List<Expr> expressions, PhysicalPlan input, boolean spared) {
        Map<String, String> columns = new HashMap<>();
        for (Expr expr : expressions) {
            if (expr.unaliased() instanceof Expr.ColumnRef(String name)) {
                columns.put(expr.outputName(), name);
            }
        }
        return columns.keySet().containsAll(names)
                ? Optional.of(
                        new KeyPlace(input, names.stream().map(columns::get).toList(), spared))
                : Optional.empty();
    }

    private Optional<KeyPlace> belowJoin(PhysicalPlan.Join join) {
        if (isLeft(join)) {
            return Optional.of(new KeyPlace(join.left(), names, true));
        }
        boolean isRight = join.kind() == JoinKind.INNER
                && names.stream().noneMatch(join.left().schema()::contains);
        return isRight ? Optional.of(new KeyPlace(join.right(), names, true)) : Optional.empty();
    }

    private boolean isLeft(PhysicalPlan.Join join) {
        return join.left().schema().names().containsAll(names);
    }

    /// Whether a join looks at rows without raising errors: at their keys, and at pairs.
    private static boolean passes(PhysicalPlan.Join join) {
        boolean fails = Failing.mayFail(
                        join.keys().stream().map(JoinKey::left).toList(),
                        join.left().schema())
                || Failing.mayFail(
                        join.keys().stream().map(JoinKey::right).toList(),
                        join.right().schema())
                || join.condition()
                        .filter(condition -> ExprWalker.mayFail(condition, pairs(join)))
                        .isPresent();
        return !fails && join.kind() != JoinKind.FULL && join.kind() != JoinKind.SINGLE;
    }

    private static Schema pairs(PhysicalPlan.Join join) {
        List<Field> fields = new ArrayList<>(join.left().schema().fields());
        fields.addAll(join.right().schema().fields());
        return new Schema(fields);
    }
}
