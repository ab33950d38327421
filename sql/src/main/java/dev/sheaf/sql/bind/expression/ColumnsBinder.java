package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.QueryError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/// The columns that `*`, `t.*` and COLUMNS mean.
public final class ColumnsBinder {
    private final SelectContext context;
    private final BiFunction<SelectContext, Expression, Expr> constants;

    /// @param constants binds what reads no column
    ColumnsBinder(SelectContext context, BiFunction<SelectContext, Expression, Expr> constants) {
        this.context = context;
        this.constants = constants;
    }

    /// The columns of a star, those of EXCLUDE left out.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if it names what is not there, or nothing is left
    public List<ScopeColumn> of(Expression.Star star) {
        Scope scope = context.scope();
        if (scope.columns().isEmpty()) {
            throw context.origins().error(star, "* needs a FROM to take its columns from");
        }
        List<ScopeColumn> all = scope.listed();
        if (star.relation().isEmpty()) {
            refuseAmbiguous(all, star);
        } else {
            String relation = star.relation().getLast().text();
            all = scope.of(relation);
            if (scope.areSeveral(relation)) {
                throw severalOf(relation, star);
            }
            if (all.isEmpty()) {
                throw context.origins()
                        .error(star, "there is no table \"" + Name.dotted(star.relation()) + "\" in this query");
            }
        }
        List<ScopeColumn> columns = without(star.exclude(), all);
        if (columns.isEmpty()) {
            throw context.origins().error(star, "EXCLUDE leaves no column");
        }
        return columns;
    }

    /// As DuckDB has it, a star names the columns of an alias by it, which tables of that name may have, too.
    private void refuseAmbiguous(List<ScopeColumn> columns, Expression.Star star) {
        for (ScopeColumn column : columns) {
            if (column.qualified().isEmpty()
                    && column.relation().filter(context.scope()::areSeveral).isPresent()
                    && !context.scope()
                            .ambiguous(column.relation(), column.name())
                            .isEmpty()) {
                throw severalOf(column.relation().get(), star);
            }
        }
    }

    private QueryError severalOf(String relation, Expression.Star star) {
        return context.origins()
                .error(star, "FROM names two tables \"" + relation + "\"; give one of them a name of its own");
    }

    /// `EXCLUDE (a)` leaves out every column of that name, `EXCLUDE (t.a)` that of relations of one name.
    private List<ScopeColumn> without(List<List<Name>> excluded, List<ScopeColumn> columns) {
        List<ScopeColumn> left = new ArrayList<>(columns);
        for (List<Name> path : excluded) {
            Name name = path.getLast();
            if (path.size() == 1) {
                String spelled = column(name).name();
                left.removeIf(column -> column.name().equals(spelled));
            } else {
                List<ScopeColumn> found = ofRelation(path, name);
                if (found.isEmpty()) {
                    String relation = path.get(path.size() - 2).text();
                    throw context.origins().error(name, context.scope().unknownOf(relation, name.text()));
                }
                left.removeAll(found);
            }
        }
        return left;
    }

    private List<ScopeColumn> ofRelation(List<Name> path, Name name) {
        return context.known(new Expression.Column(path, name.at())).stream()
                .flatMap(relation -> context.scope().of(relation).stream())
                .filter(column -> column.name().equalsIgnoreCase(name.text()))
                .toList();
    }

    /// The first column of FROM of a name.
    public ScopeColumn column(Name name) {
        return context.scope()
                .find(name.text())
                .orElseThrow(() -> context.origins().error(name, context.scope().unknown(name.text())));
    }

    /// The columns of COLUMNS by their names in the plan.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if there are none
    public List<String> of(Expression.Columns columns) {
        List<ScopeColumn> all = columns.relation().isEmpty()
                ? context.scope().listed()
                : of(new Expression.Star(columns.relation(), List.of(), List.of(), List.of(), columns.at()));
        List<String> matching = switch (columns.pattern()) {
            case Expression.Star star
            when star.replace().isEmpty() && star.rename().isEmpty() -> planNames(of(star));
            case Expression.Text pattern -> matching(pattern, all);
            case Expression.ListOf list -> listed(list);
            case Expression.Lambda lambda -> chosen(lambda, all);
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
                                    + all.stream().map(ScopeColumn::name).collect(Collectors.joining(", ")));
        }
        return matching;
    }

    private static List<String> planNames(List<ScopeColumn> columns) {
        return columns.stream().map(ScopeColumn::planName).toList();
    }

    private List<String> matching(Expression.Text pattern, List<ScopeColumn> all) {
        try {
            Pattern compiled = Pattern.compile(pattern.value());
            return planNames(all.stream()
                    .filter(column -> compiled.matcher(column.name()).find())
                    .toList());
        } catch (PatternSyntaxException refused) {
            throw context.origins().error(pattern, "this is no regular expression: " + refused.getDescription());
        }
    }

    private List<String> listed(Expression.ListOf list) {
        List<String> columns = new ArrayList<>();
        for (Expression element : list.elements()) {
            columns.add(
                    switch (element) {
                        case Expression.Text text ->
                            column(new Name(text.value(), text.at())).planName();
                        case Expression.Column column -> column(column.last()).planName();
                        default -> throw context.origins().error(element, "COLUMNS takes names of columns");
                    });
        }
        return columns;
    }

    private List<String> chosen(Expression.Lambda lambda, List<ScopeColumn> all) {
        if (lambda.parameters().size() != 1) {
            throw context.origins().error(lambda, "the lambda of COLUMNS takes the name of one column");
        }
        return planNames(
                all.stream().filter(column -> isChosen(lambda, column.name())).toList());
    }

    private boolean isChosen(Expression.Lambda lambda, String name) {
        SelectContext named = SelectContext.of(context.origins(), context.parameters(), Scope.EMPTY);
        named.aliases().add(lambda.parameters().getFirst().text(), Expressions.lit(name));
        Expr condition = constants.apply(named, lambda.body());
        return Binder.bind(condition, new Schema(List.of())) instanceof BoundExpr.Constant(Object value, var _)
                && Boolean.TRUE.equals(value);
    }
}
