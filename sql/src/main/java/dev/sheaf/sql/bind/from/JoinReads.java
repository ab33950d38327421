package dev.sheaf.sql.bind.from;

import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Relation.Join;
import dev.sheaf.sql.tree.Substitution;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Relations that are joined behind a comma, and whether a condition ON or a query among them reads what stands before:
/// by the name of a relation there, or by that of a column which the relations joined so far have not.
record JoinReads(
        Relation first, List<Join> joins, From left, LateralBinder laterals, Function<Relation, From> relations) {

    /// Whether no row of the result lacks a row of the left side.
    static boolean keepLeft(Relation.JoinKind kind) {
        return kind != Relation.JoinKind.RIGHT && kind != Relation.JoinKind.FULL;
    }

    boolean readLeft() {
        for (int i = 0; i < joins.size(); i++) {
            if (isAsking(joins.get(i).right())) {
                return true;
            }
            if (joins.get(i).condition().orElse(null) instanceof Relation.On(Expression condition)
                    && (names(condition) || asks(condition) || hasColumn(condition, joins.subList(0, i + 1)))) {
                return true;
            }
        }
        return false;
    }

    private boolean names(Expression condition) {
        return Substitution.paths(condition).stream()
                .flatMap(column -> SelectContext.relation(column).stream())
                .anyMatch(left.scope()::isRelation);
    }

    /// Whether a query in a condition may name a relation before the comma. If it means one of its own, it makes no
    /// difference to joins that keep their left rows.
    private boolean asks(Node condition) {
        return joins.stream().map(Join::kind).allMatch(JoinReads::keepLeft)
                && Substitution.columns(condition).stream().anyMatch(left.scope()::isRelation);
    }

    /// The same of a query that is joined.
    private boolean isAsking(Relation relation) {
        return switch (relation) {
            case Relation.Aliased aliased -> isAsking(aliased.relation());
            case Relation.Subquery query -> asks(query.query());
            default -> false;
        };
    }

    private boolean hasColumn(Expression condition, List<Join> joined) {
        List<String> simple = Substitution.paths(condition).stream()
                .filter(Expression.Column::isSimple)
                .map(column -> column.last().text())
                .filter(name -> left.scope().find(name).isPresent())
                .map(Relations::key)
                .toList();
        boolean areKnown = joined.stream().map(Join::right).noneMatch(laterals::isQuery);
        return !simple.isEmpty() && areKnown && !own(joined).containsAll(simple);
    }

    private Set<String> own(List<Join> joined) {
        Set<String> names = new HashSet<>(laterals.names(first, left, relations));
        joined.forEach(join -> names.addAll(laterals.names(join.right(), left, relations)));
        return names;
    }
}
