package dev.sheaf.sql.bind.expression;

import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Call;
import dev.sheaf.sql.tree.Expression.Link;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Span;
import java.util.List;
import java.util.Optional;

/// `count(t.*)`: how many rows have one of a relation. Each has, unless an outer join lets rows be without; those then
/// have no value in any of its columns.
final class RowCounts {
    private RowCounts() {}

    /// The same as a count of rows, or of a condition, where a call is one of these.
    static Optional<Expression> of(Call call, Scope scope) {
        if (!FunctionNames.key(call).equals("count")
                || call.modifiers().distinct()
                || call.arguments().size() != 1
                || !(call.arguments().getFirst().value() instanceof Expression.Star star)
                || star.relation().isEmpty()
                || !star.isPlain()
                || scope.of(star.relation().getLast().text()).isEmpty()) {
            return Optional.empty();
        }
        List<ScopeColumn> columns = scope.of(star.relation().getLast().text());
        return Optional.of(
                columns.stream().anyMatch(ScopeColumn::lacking)
                        ? with(call, anyThere(star, columns))
                        : with(call, Expression.Star.all(star.at())));
    }

    private static Call with(Call call, Expression argument) {
        return new Call(
                call.function(),
                List.of(new Argument(Optional.empty(), argument)),
                call.modifiers(),
                call.over(),
                call.at());
    }

    /// 1 if one of the columns has a value.
    private static Expression anyThere(Expression.Star star, List<ScopeColumn> columns) {
        Span at = star.at();
        List<Expression> there = columns.stream()
                .<Expression>map(column -> new Expression.Is(column(star, column), Expression.Test.NULL, true, at))
                .toList();
        Expression any = there.size() == 1
                ? there.getFirst()
                : new Expression.Chain(
                        there.getFirst(),
                        there.stream()
                                .skip(1)
                                .map(each -> new Link(Operator.OR, each))
                                .toList(),
                        at);
        return new Expression.Case(
                Optional.empty(),
                List.of(new Expression.When(any, new Expression.Numeral("1", at))),
                Optional.empty(),
                at);
    }

    private static Expression column(Expression.Star star, ScopeColumn column) {
        return new Expression.Column(List.of(star.relation().getLast(), new Name(column.name(), star.at())), star.at());
    }
}
