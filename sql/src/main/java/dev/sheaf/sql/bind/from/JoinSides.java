package dev.sheaf.sql.bind.from;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Relation.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The two sides of a join, whose columns have different names in the plan, and which of their columns the join has.
///
/// @param links what a right side that reads the left one says of a pair of rows
record JoinSides(From left, From right, List<Expr> links, Join join, Origins origins) {
    /// Columns of both sides that USING or NATURAL makes equal.
    record Pair(ScopeColumn left, ScopeColumn right) {}

    /// That the columns of USING or NATURAL are equal.
    List<Expr> equal() {
        Typing typing = Typing.over(both());
        return using().stream()
                .map(pair -> {
                    Expr first = Expressions.col(pair.left().planName());
                    Optional<Collation> how = pair.left()
                            .collation()
                            .or(pair.right()::collation)
                            .or(() -> origins.collations().others(origins.type(first, typing, join.right())));
                    Expr second = Expressions.col(pair.right().planName());
                    Expr equal = how.map(by -> by.key(first).eq(by.key(second))).orElseGet(() -> first.eq(second));
                    origins.type(equal, typing, join.right());
                    return equal;
                })
                .toList();
    }

    private Schema both() {
        return new LogicalPlan.Join(left.plan(), right.plan(), JoinKind.INNER, List.of(), Optional.empty()).schema();
    }

    /// What a condition of the join may name.
    Scope visible() {
        List<ScopeColumn> columns = new ArrayList<>(left.scope().columns());
        columns.addAll(right.scope().columns());
        return new Scope(both(), columns);
    }

    /// In the order in which they are listed.
    List<Pair> using() {
        Scope first = left.scope();
        Scope second = right.scope();
        if (join.natural()) {
            List<Pair> pairs = first.listed().stream()
                    .flatMap(column -> second.find(column.name()).map(other -> new Pair(column, other)).stream())
                    .toList();
            if (pairs.isEmpty()) {
                throw origins.error(join.at(), "the sides of this NATURAL JOIN have no column of one name; write ON");
            }
            return pairs;
        }
        return join.condition().orElse(null) instanceof Relation.Using using
                ? using.columns().stream()
                        .map(name -> new Pair(column(first, name, "left"), column(second, name, "right")))
                        .toList()
                : List.of();
    }

    private ScopeColumn column(Scope scope, Name name, String side) {
        List<String> candidates = scope.ambiguous(Optional.empty(), name.text());
        if (!candidates.isEmpty()) {
            throw origins.error(
                    name,
                    "\"" + name.text() + "\" may mean " + String.join(" or ", candidates) + " on the " + side
                            + "; write ON");
        }
        return scope.find(name.text())
                .orElseThrow(() -> origins.error(name, "on the " + side + " " + scope.unknown(name.text())));
    }

    /// The columns of both sides. Of two that USING makes equal the one is listed that is never null for lack of a
    /// partner, at the place of the left one.
    Scope scope(LogicalPlan plan, JoinKind kind) {
        List<ScopeColumn> listed = using().stream()
                .map(pair -> kind == JoinKind.RIGHT ? pair.right() : pair.left())
                .toList();
        return new Scope(plan.schema(), lacking(columns(listed), kind));
    }

    /// The columns of a side whose rows may be missing say so.
    private List<ScopeColumn> lacking(List<ScopeColumn> columns, JoinKind kind) {
        boolean lacksLeft = kind == JoinKind.RIGHT || kind == JoinKind.FULL;
        boolean lacksRight = kind == JoinKind.LEFT || kind == JoinKind.FULL;
        return columns.stream()
                .map(column -> (left.plan().schema().contains(column.planName()) ? lacksLeft : lacksRight)
                        ? column.ofOuter()
                        : column)
                .toList();
    }

    /// The columns of the left side, as a join knows them that has no others.
    Scope leftScope(LogicalPlan plan) {
        List<ScopeColumn> equal = using().stream().map(Pair::left).toList();
        return new Scope(
                plan.schema(),
                left.scope().columns().stream()
                        .map(column -> equal.contains(column) ? column.ofUsing() : column)
                        .toList());
    }

    /// The columns of both sides, `listed` in the places of those that are equal by USING.
    private List<ScopeColumn> columns(List<ScopeColumn> listed) {
        List<Pair> pairs = using();
        List<ScopeColumn> columns = new ArrayList<>();
        for (ScopeColumn column : left.scope().columns()) {
            int pair = pairs.stream().map(Pair::left).toList().indexOf(column);
            if (pair < 0) {
                columns.add(column);
                continue;
            }
            columns.add(listed.get(pair).ofUsing());
            if (!listed.get(pair).equals(column)) {
                columns.add(column.hidden());
            }
        }
        for (ScopeColumn column : right.scope().columns()) {
            boolean isEqual = pairs.stream().anyMatch(pair -> pair.right().equals(column));
            if (!isEqual) {
                columns.add(column);
            } else if (!listed.contains(column)) {
                columns.add(column.hidden());
            }
        }
        return columns;
    }

    /// What a FULL JOIN gives: columns that USING makes equal come from the side that has a row.
    From merged(LogicalPlan joined) {
        UniqueNames names = new UniqueNames(joined.schema().names());
        List<Expr> columns = new ArrayList<>();
        joined.schema().names().forEach(name -> columns.add(Expressions.col(name)));
        List<ScopeColumn> merged = new ArrayList<>();
        for (Pair pair : using()) {
            String name = names.unique(pair.left().name());
            columns.add(Expressions.coalesce(
                            Expressions.col(pair.left().planName()),
                            Expressions.col(pair.right().planName()))
                    .as(name));
            merged.add(new ScopeColumn(Optional.empty(), pair.left().name(), name));
        }
        LogicalPlan plan = new LogicalPlan.Project(joined, columns);
        return new From(plan, new Scope(plan.schema(), lacking(columns(merged), JoinKind.FULL)), List.of());
    }
}
