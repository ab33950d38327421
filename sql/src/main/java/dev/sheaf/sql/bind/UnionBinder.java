package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.from.Columns;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.join.SetDifference;
import dev.sheaf.sql.rows.UnionRows;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Query.Branch;
import dev.sheaf.sql.tree.Query.SetOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/// Binds UNION, INTERSECT and EXCEPT. Those of UNION are the rows of one query after the other, in columns of
/// common types with the names of the first one, or, BY NAME, in the columns of all. UNION without ALL keeps
/// distinct rows.
///
/// Branches become one flat union, however many there are. Those up to the last UNION without ALL are made distinct
/// at once: what was distinct before adds nothing.
final class UnionBinder {
    private final Origins origins;
    private final Function<Query, LogicalPlan> plans;

    /// How many columns in front of all queries are not those of the text.
    private final int carried;

    UnionBinder(Origins origins, Function<Query, LogicalPlan> plans) {
        this(origins, plans, 0);
    }

    UnionBinder(Origins origins, Function<Query, LogicalPlan> plans, int carried) {
        this.origins = origins;
        this.plans = plans;
        this.carried = carried;
    }

    /// A query and where it stands.
    private record Part(LogicalPlan plan, Node node) {}

    LogicalPlan bind(Query.Combined combined) {
        List<Part> parts = new ArrayList<>(List.of(part(combined.first())));
        boolean byName = combined.branches().getFirst().byName();
        List<Branch> branches = combined.branches();
        for (int i = 0; i < branches.size(); i++) {
            Branch branch = branches.get(i);
            if (branch.operation() != SetOperation.UNION) {
                LogicalPlan before = parts.size() == 1 ? parts.getFirst().plan() : union(parts, byName);
                parts.clear();
                parts.add(new Part(difference(new Part(before, combined), branch), combined));
                continue;
            }
            if (branch.byName() != byName) {
                LogicalPlan before = union(parts, byName);
                parts.clear();
                parts.add(new Part(before, combined));
                byName = branch.byName();
            }
            parts.add(part(branch.query()));
            if (!branch.all() && !isRepeated(branches.subList(i + 1, branches.size()))) {
                LogicalPlan distinct = distinct(union(parts, byName));
                parts.clear();
                parts.add(new Part(distinct, combined));
            }
        }
        return parts.size() == 1 ? parts.getFirst().plan() : union(parts, byName);
    }

    /// Whether one of the branches behind makes all rows distinct anyway.
    private static boolean isRepeated(List<Branch> behind) {
        return behind.stream()
                .takeWhile(branch -> branch.operation() == SetOperation.UNION)
                .anyMatch(branch -> !branch.all());
    }

    /// INTERSECT and EXCEPT.
    private LogicalPlan difference(Part before, Branch branch) {
        if (branch.byName()) {
            throw origins.error(branch.query(), "BY NAME stands behind UNION alone");
        }
        List<LogicalPlan> sides = alike(List.of(before, part(branch.query())), branch.operation());
        JoinKind kind = branch.operation() == SetOperation.INTERSECT ? JoinKind.SEMI : JoinKind.ANTI;
        LogicalPlan first = sides.getFirst();
        Map<String, Collation> said = common(sides);
        origins.collations().note(first, said);
        Map<String, Collation> known = collations(first);
        if (known.isEmpty()) {
            return SetDifference.of(first, sides.getLast(), kind, branch.all(), (_, value) -> value);
        }
        return noted(
                SetDifference.of(
                        branch.all() ? first : distinct(first),
                        sides.getLast(),
                        kind,
                        branch.all(),
                        (name, value) -> key(known, name, value)),
                said);
    }

    private Map<String, Collation> collations(LogicalPlan plan) {
        return origins.collations().compared(plan);
    }

    private LogicalPlan noted(LogicalPlan plan, Map<String, Collation> columns) {
        origins.collations().note(plan, columns);
        return plan;
    }

    private static Expr key(Map<String, Collation> known, String name, Expr value) {
        Collation how = known.get(name);
        return how == null ? value : how.key(value);
    }

    /// The distinct rows, of those that compare alike the first.
    private LogicalPlan distinct(LogicalPlan rows) {
        Map<String, Collation> known = collations(rows);
        if (known.isEmpty()) {
            return new LogicalPlan.Distinct(rows);
        }
        List<Expr> keys = rows.schema().names().stream()
                .map(name -> key(known, name, Expressions.col(name)))
                .toList();
        LogicalPlan first = Windowing.someRows(rows, keys, List.of(), 0, 1);
        return noted(
                Columns.over(first, Columns.called(rows.schema().names())),
                origins.collations().of(rows));
    }

    private Part part(Query query) {
        return new Part(plans.apply(query), query);
    }

    private LogicalPlan union(List<Part> parts, boolean byName) {
        return byName ? byName(parts) : byPosition(parts);
    }

    private LogicalPlan byPosition(List<Part> parts) {
        List<LogicalPlan> plans = alike(parts, SetOperation.UNION);
        return rows(plans, plans.getFirst().schema().fields());
    }

    /// The queries in columns of common types, called as those of the first one.
    private List<LogicalPlan> alike(List<Part> parts, SetOperation operation) {
        List<Field> common = new ArrayList<>(parts.getFirst().plan().schema().fields());
        for (Part part : parts.subList(1, parts.size())) {
            Schema schema = part.plan().schema();
            if (schema.size() != common.size()) {
                throw origins.error(
                        part.node(),
                        "this query has " + (schema.size() - carried) + " columns, the one before " + operation + " "
                                + (common.size() - carried));
            }
            for (int i = 0; i < common.size(); i++) {
                common.set(i, common(common.get(i), schema.field(i), operation, part.node()));
            }
        }
        List<LogicalPlan> plans = new ArrayList<>();
        for (Part part : parts) {
            plans.add(converted(part.plan(), part.plan().schema().fields(), common));
        }
        return plans;
    }

    /// The queries keep the columns that they have.
    private LogicalPlan byName(List<Part> parts) {
        Map<String, Field> common = new LinkedHashMap<>();
        for (Part part : parts) {
            for (Field field : part.plan().schema().fields()) {
                common.merge(key(field), field, (known, more) -> common(known, more, SetOperation.UNION, part.node()));
            }
        }
        List<LogicalPlan> plans = new ArrayList<>();
        for (Part part : parts) {
            Map<String, Field> own = new LinkedHashMap<>();
            part.plan().schema().fields().forEach(field -> own.put(key(field), field));
            List<Field> targets = own.keySet().stream()
                    .map(key -> Objects.requireNonNull(common.get(key)))
                    .toList();
            plans.add(converted(part.plan(), List.copyOf(own.values()), targets));
        }
        return rows(plans, List.copyOf(common.values()));
    }

    private static String key(Field field) {
        return field.name().toLowerCase(Locale.ROOT);
    }

    private LogicalPlan rows(List<LogicalPlan> plans, List<Field> columns) {
        UnionRows rows = UnionRows.of(plans, columns);
        return noted(new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty()), common(plans));
    }

    /// How columns are compared that come from several plans: as the last one says, as in DuckDB.
    private Map<String, Collation> common(List<LogicalPlan> plans) {
        Map<String, Collation> common = new HashMap<>();
        plans.forEach(plan -> common.putAll(origins.collations().of(plan)));
        return common;
    }

    private Field common(Field left, Field right, SetOperation operation, Node node) {
        DataType known = left.type().decoded();
        if (known.equals(right.type().decoded())) {
            return left;
        }
        Schema both = Schema.of(left.named("left"), right.named("right"));
        Expr choice = new Expr.Case(
                List.of(new Expr.When(Expressions.lit(true), Expressions.col("left"))), Expressions.col("right"));
        try {
            return new Field(left.name(), Typing.typeOf(choice, both));
        } catch (IllegalArgumentException mixed) {
            throw origins.error(
                    node,
                    operation + " cannot mix " + left.type() + " \"" + left.name() + "\" and " + right.type() + " \""
                            + right.name() + "\"; cast one of them");
        }
    }

    private static LogicalPlan converted(LogicalPlan plan, List<Field> sources, List<Field> targets) {
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            Field source = sources.get(i);
            Field target = targets.get(i);
            DataType type = target.type().decoded();
            Expr own = Expressions.col(source.name());
            Expr column = source.type().decoded().equals(type) ? own : own.cast(type);
            columns.add(ExprWalker.named(column, target.name()));
        }
        return Columns.over(plan, columns);
    }
}
