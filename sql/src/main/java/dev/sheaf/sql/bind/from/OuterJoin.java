package dev.sheaf.sql.bind.from;

import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.NamedQuery;
import dev.sheaf.sql.bind.scope.CallColumns;
import dev.sheaf.sql.join.JoinOrder;
import dev.sheaf.sql.join.NumberedRows;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// A join whose condition decides which rows are without a partner, so that it cannot be one of WHERE: LEFT, RIGHT,
/// FULL, SEMI or ANTI.
///
/// Where it reads the query around, the side whose rows are kept carries what is read ([CarriedRows]). The answer of
/// a query in it is a column of the side that the query reads. A query that reads both sides is asked of their pairs,
/// which are numbers of rows then.
final class OuterJoin {
    private final FromContext context;
    private final CallColumns calls;
    private final Questions questions;
    private final JoinSides sides;
    private final JoinKind kind;
    private final UniqueNames names = new UniqueNames();

    /// @param calls the queries that the condition asks
    OuterJoin(FromContext context, CallColumns calls, JoinSides sides, JoinKind kind) {
        this.context = context;
        this.calls = calls;
        this.questions = new Questions(calls);
        this.sides = sides;
        this.kind = kind;
    }

    From on(List<Expr> condition) {
        List<Expr> on = new ArrayList<>(condition);
        List<Expr> above = new ArrayList<>();
        List<Expr> inside = new ArrayList<>();
        if (kind == JoinKind.FULL) {
            inside.addAll(context.around(sides.left()));
            inside.addAll(context.around(sides.right()));
        } else {
            above.addAll(context.around(kept()));
            on.addAll(context.around(other()));
        }
        reserveNames();
        inside.addAll(on);
        inside.addAll(questions.readers(on));
        Set<String> read = context.read(inside);
        CarriedRows left = side(sides.left(), kind != JoinKind.RIGHT ? read : Set.of());
        CarriedRows right = side(sides.right(), kind == JoinKind.RIGHT || kind == JoinKind.FULL ? read : Set.of());
        CarriedRows main = kind == JoinKind.RIGHT ? right : left;
        on.replaceAll(main::rewrite);
        read.forEach(name -> above.add(link(name, left, right, on)));
        return from(plan(left, right, on), above);
    }

    private From kept() {
        return kind == JoinKind.RIGHT ? sides.right() : sides.left();
    }

    private From other() {
        return kind == JoinKind.RIGHT ? sides.left() : sides.right();
    }

    private void reserveNames() {
        sides.left().plan().schema().names().forEach(names::unique);
        sides.right().plan().schema().names().forEach(names::unique);
        calls.questions().keySet().forEach(names::unique);
        context.outers().fields().keySet().forEach(names::unique);
    }

    private CarriedRows side(From from, Set<String> read) {
        CarriedRows rows = CarriedRows.of(context.filtered(from), context.outers(), read, names);
        if (kind != JoinKind.FULL) {
            return rows;
        }
        List<Expr> around = context.around(from).stream().map(rows::rewrite).toList();
        return new CarriedRows(JoinOrder.of(rows.plan(), around), rows.columns());
    }

    /// That rows are those for the present value of a column of the query around. Both sides of a FULL JOIN carry it.
    private Expr link(String name, CarriedRows left, CarriedRows right, List<Expr> on) {
        String first = left.columns().get(name);
        String second = right.columns().get(name);
        if (first == null) {
            return CarriedRows.same(col(name), col(Objects.requireNonNull(second)));
        }
        if (second == null) {
            return CarriedRows.same(col(name), col(first));
        }
        on.add(CarriedRows.same(col(first), col(second)));
        return CarriedRows.same(col(name), coalesce(col(first), col(second)));
    }

    private From from(LogicalPlan joined, List<Expr> above) {
        if (!kind.givesRight()) {
            return new From(joined, sides.leftScope(joined), above);
        }
        if (kind != JoinKind.FULL || sides.using().isEmpty()) {
            return new From(joined, sides.scope(joined, kind), above);
        }
        From merged = sides.merged(joined);
        return new From(merged.plan(), merged.scope(), above);
    }

    private LogicalPlan plan(CarriedRows left, CarriedRows right, List<Expr> on) {
        List<Expr> ofLeft = new ArrayList<>();
        List<Expr> ofRight = new ArrayList<>();
        for (String name : ExprColumns.of(on)) {
            if (calls.questions().containsKey(name)) {
                if (isOf(right, name)) {
                    ofRight.add(col(name));
                } else if (isOf(left, name)) {
                    ofLeft.add(col(name));
                } else {
                    return overPairs(left, right, on);
                }
            }
        }
        LogicalPlan first = questions.answered(left.plan(), ofLeft, left::rewrite);
        LogicalPlan second = questions.answered(right.plan(), ofRight, right::rewrite);
        return new LogicalPlan.Join(first, second, kind, List.of(), Conjuncts.join(on));
    }

    /// Whether a question reads one side alone, and no other question.
    private boolean isOf(CarriedRows side, String question) {
        return ExprColumns.of(questions.readers(List.of(col(question)))).stream()
                .allMatch(name ->
                        side.columns().containsKey(name) || side.plan().schema().contains(name));
    }

    private LogicalPlan overPairs(CarriedRows left, CarriedRows right, List<Expr> on) {
        String first = names.unique("row");
        String second = names.unique("row");
        LogicalPlan lefts = numbered(left.plan(), first);
        LogicalPlan rights = numbered(right.plan(), second);
        CarriedRows main = kind == JoinKind.RIGHT ? right : left;
        LogicalPlan all = new LogicalPlan.Join(lefts, rights, JoinKind.INNER, List.of(), Optional.empty());
        LogicalPlan some = JoinOrder.of(
                all, on.stream().filter(part -> !calls.holdsQuestion(part)).toList());
        LogicalPlan found = questions.kept(
                some,
                Conjuncts.join(on.stream().filter(calls::holdsQuestion).toList())
                        .orElseThrow(),
                main::rewrite);
        String ofFirst = names.unique("row");
        String ofSecond = names.unique("row");
        LogicalPlan pairs = new LogicalPlan.Project(
                found, List.of(col(first).as(ofFirst), col(second).as(ofSecond)));
        if (!kind.givesRight()) {
            return joined(lefts, pairs, kind, first, ofFirst);
        }
        JoinKind withPairs = kind == JoinKind.RIGHT ? JoinKind.INNER : JoinKind.LEFT;
        return joined(joined(lefts, pairs, withPairs, first, ofFirst), rights, kind, ofSecond, second);
    }

    private static LogicalPlan numbered(LogicalPlan plan, String number) {
        return NamedQuery.scan("numbered rows of a join", NumberedRows.of(plan, number), Optional.of(true));
    }

    private static LogicalPlan joined(
            LogicalPlan left, LogicalPlan right, JoinKind kind, String ofLeft, String ofRight) {
        return new LogicalPlan.Join(left, right, kind, List.of(JoinKey.on(ofLeft, ofRight)), Optional.empty());
    }
}
