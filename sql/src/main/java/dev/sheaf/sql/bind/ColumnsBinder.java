package dev.sheaf.sql.bind;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// The columns that `*`, `t.*` and COLUMNS mean.
final class ColumnsBinder {
    private final SelectContext context;

    ColumnsBinder(SelectContext context) {
        this.context = context;
    }

    /// The names of the columns of a star, those of EXCLUDE left out.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if it names what is not there, or nothing is left
    List<String> of(Expression.Star star) {
        Scope scope = context.scope();
        if (scope.schema().size() == 0) {
            throw context.origins().error(star, "* needs a FROM to take its columns from");
        }
        if (!star.relation().isEmpty()
                && !scope.isRelation(star.relation().getLast().text())) {
            throw context.origins()
                    .error(star, "there is no table \"" + Name.dotted(star.relation()) + "\" in this query");
        }
        Set<String> left = new HashSet<>();
        star.exclude().forEach(path -> left.add(column(path.getLast())));
        List<String> columns = scope.schema().names().stream()
                .filter(column -> !left.contains(column))
                .toList();
        if (columns.isEmpty()) {
            throw context.origins().error(star, "EXCLUDE leaves no column");
        }
        return columns;
    }

    /// The column of FROM of a name.
    String column(Name name) {
        return context.scope()
                .find(name.text())
                .orElseThrow(() -> context.origins().error(name, context.scope().unknown(name.text())));
    }

    /// The names of the columns of COLUMNS.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if there are none
    List<String> of(Expression.Columns columns) {
        List<String> matching = switch (columns.pattern()) {
            case Expression.Star star
            when star.replace().isEmpty() && star.rename().isEmpty() -> of(star);
            case Expression.Text pattern -> matching(pattern);
            case Expression.ListOf list -> listed(list);
            case Expression.Lambda lambda -> chosen(lambda);
            default ->
                throw context.origins()
                        .error(
                                columns.pattern(),
                                "COLUMNS takes *, a regular expression, a list of names or a lambda: COLUMNS('a.*')");
        };
        if (matching.isEmpty()) {
            throw context.origins()
                    .error(
                            columns,
                            "no column matches; columns: "
                                    + String.join(", ", context.scope().schema().names()));
        }
        return matching;
    }

    private List<String> matching(Expression.Text pattern) {
        try {
            Pattern compiled = Pattern.compile(pattern.value());
            return context.scope().schema().names().stream()
                    .filter(name -> compiled.matcher(name).find())
                    .toList();
        } catch (PatternSyntaxException refused) {
            throw context.origins().error(pattern, "this is no regular expression: " + refused.getDescription());
        }
    }

    private List<String> listed(Expression.ListOf list) {
        List<String> columns = new ArrayList<>();
        for (Expression element : list.elements()) {
            columns.add(
                    switch (element) {
                        case Expression.Text text -> column(new Name(text.value(), text.at()));
                        case Expression.Column column -> column(column.last());
                        default -> throw context.origins().error(element, "COLUMNS takes names of columns");
                    });
        }
        return columns;
    }

    private List<String> chosen(Expression.Lambda lambda) {
        if (lambda.parameters().size() != 1) {
            throw context.origins().error(lambda, "the lambda of COLUMNS takes the name of one column");
        }
        return context.scope().schema().names().stream()
                .filter(name -> isChosen(lambda, name))
                .toList();
    }

    private boolean isChosen(Expression.Lambda lambda, String name) {
        SelectContext constants = SelectContext.of(context.origins(), context.parameters(), Scope.EMPTY);
        constants.aliases().add(lambda.parameters().getFirst().text(), Expressions.lit(name));
        Expr condition = new ExpressionBinder(constants, Clause.VALUES).bind(lambda.body());
        return Binder.bind(condition, new Schema(List.of())) instanceof BoundExpr.Constant(Object value, var _)
                && Boolean.TRUE.equals(value);
    }
}
