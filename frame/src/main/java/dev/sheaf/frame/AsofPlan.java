package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The plan of an [Asof]: one as-of join for each side on which rows are looked for gives a candidate, and expressions
/// take the nearer candidate, unless it is too far away.
record AsofPlan(LogicalPlan left, LogicalPlan right, Asof asof) {
    /// Distances of integers of 64 bits may not fit 64 bits.
    private static final DataType EXACT = DataType.decimal(20, 0);

    LogicalPlan plan() {
        left.schema().indexOf(asof.on());
        right.schema().indexOf(asof.on());
        LogicalPlan pairs = left;
        for (Function side : sides()) {
            List<JoinKey> keys = asof.by().stream()
                    .map(name -> JoinKey.on(col(name), candidate(side, name)))
                    .toList();
            Nearest nearest = new Nearest(col(asof.on()), side, candidate(side, asof.on()));
            pairs = new LogicalPlan.AsofJoin(pairs, candidates(side), JoinKind.LEFT, keys, nearest);
        }
        return new LogicalPlan.Project(pairs, columns());
    }

    /// The comparisons of a left value with those of its candidates, one a side.
    private List<Function> sides() {
        Function below = asof.exact() ? Function.GREATER_OR_EQUAL : Function.GREATER;
        Function above = asof.exact() ? Function.LESS_OR_EQUAL : Function.LESS;
        return switch (asof.direction()) {
            case BACKWARD -> List.of(below);
            case FORWARD -> List.of(above);
            case NEAREST -> List.of(below, above);
        };
    }

    private LogicalPlan candidates(Function side) {
        List<Expr> columns = right.schema().names().stream()
                .map(name -> col(name).as(candidateName(side, name)))
                .toList();
        return new LogicalPlan.Project(right, columns);
    }

    private static Expr candidate(Function side, String name) {
        return col(candidateName(side, name));
    }

    private static String candidateName(Function side, String name) {
        return side + " candidate's " + name;
    }

    private List<Expr> columns() {
        List<Expr> columns = new ArrayList<>();
        left.schema().names().forEach(name -> columns.add(col(name)));
        right.schema().names().stream()
                .filter(name -> !asof.by().contains(name))
                .forEach(name -> columns.add(taken(name).as(Joins.name(left, name))));
        return columns;
    }

    private Expr taken(String name) {
        Function first = sides().getFirst();
        Function last = sides().getLast();
        Expr value = within(first, name);
        Optional<Expr> isNearer = first == last ? Optional.empty() : Optional.of(isNearer(first, last));
        return isNearer.map(nearer -> when(nearer).then(value).otherwise(within(last, name)))
                .orElse(value);
    }

    /// Whether the first candidate is the one to take: no further away than the last, or alone.
    private Expr isNearer(Function first, Function last) {
        Expr isAlone = candidate(last, asof.on()).isNull();
        return isAlone.or(distance(first).le(distance(last)));
    }

    private Expr within(Function side, String name) {
        Expr value = candidate(side, name);
        return asof.tolerance()
                .map(most -> when(distance(side).le(lit(most))).then(value).otherwise(null))
                .orElse(value);
    }

    private Expr distance(Function side) {
        boolean isBelow = side == Function.GREATER_OR_EQUAL || side == Function.GREATER;
        Expr here = measured(col(asof.on()));
        Expr there = measured(candidate(side, asof.on()));
        return isBelow ? here.minus(there) : there.minus(here);
    }

    private Expr measured(Expr value) {
        boolean isWhole = left.schema().field(asof.on()).type().isInteger();
        return isWhole ? value.cast(EXACT) : value;
    }
}
