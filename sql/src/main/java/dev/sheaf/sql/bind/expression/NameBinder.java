package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.TemporalFunctions;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.QueryError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Binds what is named and not computed: columns, aliases, parameters, and the words that stand for the current moment.
///
/// A name is a column of FROM if there is one, else an alias of the SELECT list, as in DuckDB; in HAVING, an alias
/// hides a column that no key reads.
final class NameBinder {
    private final ExpressionSite site;
    private final SelectContext context;
    private final ColumnsBinder columnsOf;
    private final PartBinder parts;

    NameBinder(PartBinder binder) {
        this.parts = binder;
        this.site = binder.site();
        this.context = site.context();
        this.columnsOf = binder.columns();
    }

    Expr name(Expression.Column column) {
        Optional<ExpressionSite.Parameter> parameter =
                column.isSimple() ? site.parameter(column.last()) : Optional.empty();
        if (parameter.isPresent()) {
            return Expressions.col(parameter.get().column());
        }
        Optional<Expr> alias =
                column.isSimple() ? context.aliases().find(column.last().text()) : Optional.empty();
        return Optional.of(column)
                .filter(path -> path.path().size() > 2)
                .flatMap(path -> fields(path, this::inner, true))
                .or(() -> context.column(column))
                .filter(found -> alias.isEmpty() || !site.hiddenByAlias().test(found.outputName()))
                .or(() -> alias.map(expr -> context.origins().expanded(expr, column)))
                .or(() -> fields(column, this::inner, true))
                .or(() -> context.outers().find(column))
                .or(() -> fields(column, context.outers()::find, true))
                .or(() -> fields(column, this::inner, false))
                .or(() -> now(column))
                .or(() -> row(column))
                .map(expr -> site.checkCalls(expr, column))
                .orElseThrow(() -> unknown(column));
    }

    private static Expr fieldOf(Expr value, List<Name> path) {
        Expr field = value;
        for (Name name : path) {
            field = NestedBinder.field(field, name);
        }
        return field;
    }

    /// `s.a`, `t.s.a` and longer: fields of the structs that the beginning of the path names, a column of a relation,
    /// whose schema and catalogue may stand before it, before a column. What is no struct might be called
    /// like a relation of the query around.
    private Optional<Expr> fields(
            Expression.Column column,
            java.util.function.Function<Expression.Column, Optional<Expr>> named,
            boolean ofStructs) {
        for (int known = Math.min(4, column.path().size() - 1); known > 0; known--) {
            Expression.Column start = new Expression.Column(column.path().subList(0, known), column.at());
            Optional<Expr> found = named.apply(start);
            if (found.isPresent() && (!ofStructs || isStruct(found.get(), start))) {
                return Optional.of(fieldOf(
                        found.get(), column.path().subList(known, column.path().size())));
            }
        }
        return Optional.empty();
    }

    private boolean isStruct(Expr value, Expression.Column column) {
        return parts.type(value, column).decoded() instanceof DataType.StructType;
    }

    /// What a name means in this query.
    private Optional<Expr> inner(Expression.Column column) {
        return column.isSimple() ? simple(column) : context.column(column);
    }

    private Optional<Expr> simple(Expression.Column column) {
        return site.parameter(column.last())
                .<Expr>map(parameter -> Expressions.col(parameter.column()))
                .or(() -> context.column(column))
                .or(() -> context.aliases().find(column.last().text()));
    }

    /// The row of a relation by its name, as a struct.
    private Optional<Expr> row(Expression.Column column) {
        String name = column.last().text();
        if (!column.isSimple() || !context.scope().isRelation(name)) {
            return Optional.empty();
        }
        List<Expr> parts = new ArrayList<>();
        for (ScopeColumn each : context.scope().of(name)) {
            parts.add(Expressions.lit(each.name()));
            parts.add(Expressions.col(each.planName()));
        }
        return Optional.of(new Expr.Call(Function.STRUCT_PACK, parts));
    }

    private Optional<Expr> now(Expression.Column column) {
        String word = column.last().text().toLowerCase(Locale.ROOT);
        return column.isSimple() && TemporalFunctions.isWord(word)
                ? TemporalFunctions.now(word, context.parameters().now())
                : Optional.empty();
    }

    private QueryError unknown(Expression.Column column) {
        String name = column.last().text();
        Optional<String> relation = SelectContext.relation(column);
        if (relation.isEmpty()) {
            return site.error(column, context.scope().unknown(name));
        }
        if (context.scope().isRelation(relation.get())) {
            return site.error(column, context.scope().unknownOf(relation.get(), name));
        }
        List<String> relations = context.scope().relations();
        String hint = context.scope().find(relation.get()).isPresent()
                ? "; it is a column without such a field"
                : relations.isEmpty() ? "" : "; FROM names \"" + String.join("\", \"", relations) + "\"";
        return site.error(column, "there is no table \"" + relation.get() + "\" in this query" + hint);
    }

    Expr position(Expression.Position position) {
        List<ScopeColumn> columns = context.scope().listed();
        if (position.number() < 1 || position.number() > columns.size()) {
            throw site.error(position, "#" + position.number() + " is no column of FROM, which has " + columns.size());
        }
        return Expressions.col(columns.get(position.number() - 1).planName());
    }

    Expr columns(Expression.Columns columns) {
        if (columns.unpacked()) {
            throw site.error(columns, "*COLUMNS stands among the arguments of a function: greatest(*COLUMNS('a.*'))");
        }
        return site.placing(columns, () -> Expressions.col(site.choice().of(columnsOf.of(columns))));
    }

    Expr parameter(Expression.Parameter parameter) {
        if (!context.parameters().contains(parameter.key())) {
            throw site.error(parameter, context.parameters().unknown(parameter.key()));
        }
        try {
            Object value = context.parameters().get(parameter.key());
            return value instanceof Expr.Literal literal ? literal : Expressions.lit(value);
        } catch (IllegalArgumentException refused) {
            throw site.error(parameter, "the parameter $" + parameter.key() + ": " + Origins.message(refused));
        }
    }
}
