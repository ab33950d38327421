package dev.sheaf.sql.bind.from;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.PositionalRows;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Relation.Join;
import dev.sheaf.sql.tree.Substitution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Binds joins, from left to right.
///
/// The plan of commas and inner joins is a cross product beside which the conditions lie: they join it together with
/// those of WHERE, see `JoinOrder`. Columns of the right side whose names the left one has get others in the plan.
final class JoinBinder {
    private final FromContext context;
    private final Function<Relation, From> relations;
    private final LateralBinder laterals;
    private final UnnestBinder unnests;
    private final Origins origins;

    /// @param relations binds the sides of a join
    JoinBinder(FromContext context, LateralBinder laterals, UnnestBinder unnests, Function<Relation, From> relations) {
        this.context = context;
        this.relations = relations;
        this.laterals = laterals;
        this.unnests = unnests;
        this.origins = context.origins();
    }

    From bind(Relation.Joined joined) {
        From left = relations.apply(joined.first());
        for (Join join : joined.joins()) {
            if (join.right() instanceof Relation.Joined group && readsLeft(group, left, join.kind())) {
                boolean isFlat = join.kind() == Relation.JoinKind.COMMA
                        && group.joins().stream().map(Join::kind).allMatch(JoinReads::keepLeft);
                left = isFlat ? flat(left, group, join) : dependent(left, group, join);
            } else {
                left = joined(left, join);
            }
        }
        return left;
    }

    /// Whether joins on the right side read the left one, where they may.
    private boolean readsLeft(Relation.Joined group, From left, Relation.JoinKind kind) {
        Relation first = group.first();
        return pairs(kind)
                && (group.joins().stream().anyMatch(JoinBinder::isLateral)
                        || new JoinReads(first, group.joins(), left, laterals, relations).readLeft()
                        || makesRowsOf(left, first)
                        || group.joins().stream()
                                .filter(join -> !JoinReads.keepLeft(join.kind()))
                                .anyMatch(join -> makesRowsOf(left, join.right())));
    }

    private boolean makesRowsOf(From left, Relation relation) {
        return unnestsLeft(relation, left) || (laterals.isQuery(relation) && laterals.readsLeft(relation, left));
    }

    /// `a, (q) JOIN b` is `a, ((q) JOIN b)`, unless the query q reads a: then it is `(a, (q)) JOIN b`. So it is with
    /// `a, b JOIN LATERAL (q)`, where q may read a, and where ON does: `a, b JOIN c ON a.x = c.x`.
    private From flat(From left, Relation.Joined group, Join comma) {
        From all = joined(left, new Join(comma.kind(), false, false, group.first(), Optional.empty(), comma.at()));
        for (Join behind : group.joins()) {
            all = joined(all, behind);
        }
        return all;
    }

    /// Joins that give rows without one of the left side are a query for the rows there.
    private From dependent(From left, Relation.Joined group, Join join) {
        LateralBinder.Right right = laterals.joins(group, left);
        JoinSides sides =
                new JoinSides(right.left(), apart(right.left(), right.from(), join), right.links(), join, origins);
        return join.kind() == Relation.JoinKind.LEFT ? outer(sides, JoinKind.LEFT) : inner(sides);
    }

    /// Whether LATERAL is written in front of the right side.
    private static boolean isLateral(Join join) {
        Relation right = join.right() instanceof Relation.Aliased aliased ? aliased.relation() : join.right();
        return right instanceof Relation.Subquery query && query.lateral();
    }

    private From joined(From left, Join join) {
        Optional<Relation.Function> unnest = unnest(join.right());
        if (unnest.isPresent() && isForEachRow(join)) {
            return unnests.bind(left, unnest.get(), join.right(), join.kind() == Relation.JoinKind.LEFT);
        }
        if (unnest.isPresent()
                && join.kind() == Relation.JoinKind.INNER
                && join.condition().orElse(null) instanceof Relation.On(Expression condition)) {
            return unnests.bind(left, unnest.get(), join.right(), condition);
        }
        JoinSides sides = sides(left, join);
        if (join.asof()) {
            return asof(sides);
        }
        return switch (join.kind()) {
            case COMMA, CROSS, INNER -> inner(sides);
            case LEFT -> outer(sides, JoinKind.LEFT);
            case RIGHT -> outer(sides, JoinKind.RIGHT);
            case FULL -> outer(sides, JoinKind.FULL);
            case SEMI -> outer(sides, JoinKind.SEMI);
            case ANTI -> outer(sides, JoinKind.ANTI);
            case POSITIONAL -> positional(sides);
        };
    }

    /// Whether a relation makes rows of lists of the relations to its left.
    private boolean unnestsLeft(Relation relation, From left) {
        return unnest(relation).stream()
                .flatMap(function -> Substitution.paths(function.call()).stream())
                .anyMatch(column -> SelectContext.relation(column)
                        .map(left.scope()::isRelation)
                        .orElseGet(() -> left.scope().find(column.last().text()).isPresent()));
    }

    private Optional<Relation.Function> unnest(Relation relation) {
        return switch (relation) {
            case Relation.Function function when unnests.takes(function) -> Optional.of(function);
            case Relation.Aliased aliased -> unnest(aliased.relation());
            default -> Optional.empty();
        };
    }

    /// Whether a join takes all that the right side has for a row of the left one.
    private static boolean isForEachRow(Join join) {
        boolean always =
                join.condition().orElse(null) instanceof Relation.On(Expression.Bool(boolean value, var _)) && value;
        return switch (join.kind()) {
            case COMMA, CROSS -> true;
            case INNER, LEFT -> always;
            default -> false;
        };
    }

    private JoinSides sides(From left, Join join) {
        if (!laterals.isQuery(join.right())) {
            From right = relations.apply(join.right());
            return new JoinSides(left, apart(left, right, join), List.of(), join, origins);
        }
        LateralBinder.Right right = laterals.query(join.right(), left);
        if (right.isLateral() && !pairs(join.kind())) {
            throw origins.error(
                    join.right().at(),
                    "a query that reads the relations before it stands behind a comma, CROSS, INNER or LEFT JOIN");
        }
        return JoinReads.keepLeft(join.kind())
                ? new JoinSides(right.left(), apart(right.left(), right.from(), join), right.links(), join, origins)
                : new JoinSides(right.left(), apart(right.left(), right.linked(), join), List.of(), join, origins);
    }

    /// Whether a join gives pairs of rows, and no row without one of the left side.
    private static boolean pairs(Relation.JoinKind kind) {
        return switch (kind) {
            case COMMA, CROSS, INNER, LEFT -> true;
            case RIGHT, FULL, SEMI, ANTI, POSITIONAL -> false;
        };
    }

    /// The right side with names in the plan that the left one does not have.
    private From apart(From left, From right, Join join) {
        right.scope().common(left.scope()).ifPresent(twice -> {
            throw origins.error(
                    join.right().at(),
                    "FROM names two tables \"" + twice + "\"; give one of them a name of its own: " + twice
                            + " AS other");
        });
        UniqueNames names = new UniqueNames(left.plan().schema().names());
        List<String> own = right.plan().schema().names();
        List<String> unique = own.stream().map(names::unique).toList();
        if (unique.equals(own)) {
            return right;
        }
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            columns.add(Expressions.col(own.get(i)).as(unique.get(i)));
        }
        LogicalPlan renamed = new LogicalPlan.Project(context.filtered(right), columns);
        List<Expr> around = context.around(right).stream()
                .map(condition -> ExprRewrite.mapColumns(
                        condition, name -> Expressions.col(own.contains(name) ? unique.get(own.indexOf(name)) : name)))
                .toList();
        List<ScopeColumn> known = right.scope().columns().stream()
                .map(column -> column.in(unique.get(own.indexOf(column.planName()))))
                .toList();
        return new From(renamed, new Scope(renamed.schema(), known), around);
    }

    private From inner(JoinSides sides) {
        SelectContext asking = context.asking(sides.visible());
        List<Expr> conditions = conditions(sides, new ExpressionBinder(asking, Clause.ON));
        return new InnerJoin(context, asking.calls(), sides).on(conditions);
    }

    private From outer(JoinSides sides, JoinKind kind) {
        SelectContext asking = context.asking(sides.visible());
        List<Expr> conditions = conditions(sides, new ExpressionBinder(asking, Clause.ON));
        return new OuterJoin(context, asking.calls(), sides, kind).on(conditions);
    }

    private From positional(JoinSides sides) {
        LogicalPlan plan = PositionalRows.of(
                context.filtered(sides.left(), sides.join().right()),
                context.filtered(sides.right(), sides.join().right()));
        return new From(plan, sides.scope(plan, JoinKind.FULL), List.of());
    }

    private From asof(JoinSides sides) {
        JoinKind kind = switch (sides.join().kind()) {
            case INNER -> JoinKind.INNER;
            case LEFT -> JoinKind.LEFT;
            case SEMI -> JoinKind.SEMI;
            case ANTI -> JoinKind.ANTI;
            default -> throw origins.error(sides.join().at(), "an ASOF JOIN is INNER, LEFT, SEMI or ANTI");
        };
        AsofConditions conditions = sides.join().condition().orElse(null) instanceof Relation.Using
                ? AsofConditions.using(conditions(sides))
                : AsofConditions.of(
                        conditions(sides),
                        sides.left().plan().schema(),
                        sides.right().plan().schema());
        conditions.problem().ifPresent(problem -> {
            throw origins.error(sides.join().right().at(), problem);
        });
        conditions.all().forEach(each -> context.refuseOuters(each, sides.join().right()));
        LogicalPlan left = context.filtered(sides.left(), sides.join().right());
        LogicalPlan right =
                conditions.right(context.filtered(sides.right(), sides.join().right()));
        try {
            LogicalPlan plan = new LogicalPlan.AsofJoin(left, right, kind, conditions.keys(), conditions.nearest());
            return new From(
                    plan,
                    kind.givesRight() ? sides.scope(plan, kind) : sides.left().scope(),
                    List.of());
        } catch (IllegalArgumentException refused) {
            throw origins.error(sides.join().right().at(), Origins.message(refused));
        }
    }

    private List<Expr> conditions(JoinSides sides) {
        return conditions(sides, context.expressions(sides.visible(), Clause.ON));
    }

    private static List<Expr> conditions(JoinSides sides, ExpressionBinder binder) {
        List<Expr> conditions = new ArrayList<>(sides.links());
        conditions.addAll(
                sides.join().condition().orElse(null) instanceof Relation.On on ? on(binder, on) : sides.equal());
        return conditions;
    }

    private static List<Expr> on(ExpressionBinder binder, Relation.On on) {
        Expr condition = binder.condition(on.condition());
        binder.type(condition.not(), on.condition());
        return Conjuncts.split(condition);
    }
}
