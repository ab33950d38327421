package dev.sheaf.sql.bind;

import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.sql.join.JoinOrder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.NumberRows;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Binds FROM: a table, a file, a sub-query, under a name of its own or not; joins of these by `JoinBinder`.
final class FromBinder {
    private final QueryBinder queries;
    private final Relations relations;
    private final Outers outers;
    private final Origins origins;
    private final Constants constants;

    FromBinder(QueryBinder queries, Relations relations) {
        this(queries, relations, Outers.none());
    }

    /// For the FROM of a query inside another, of which conditions of joins may read columns.
    FromBinder(QueryBinder queries, Relations relations, Outers outers) {
        this.queries = queries;
        this.outers = outers;
        this.relations = relations;
        this.origins = queries.origins();
        this.constants = new Constants(origins, queries.parameters());
    }

    /// A plan, the names by which its columns are known, and conditions on its rows that are not in the plan yet.
    record From(LogicalPlan plan, Scope scope, List<Expr> conditions) {
        From {
            conditions = List.copyOf(conditions);
        }

        static From of(LogicalPlan plan, Optional<String> name) {
            return new From(plan, new Scope(name, plan.schema()), List.of());
        }
    }

    QueryBinder queries() {
        return queries;
    }

    Relations relations() {
        return relations;
    }

    Outers outers() {
        return outers;
    }

    From bind(Optional<Relation> relation) {
        if (relation.isEmpty()) {
            Schema empty = Scope.EMPTY.schema();
            return new From(new LogicalPlan.Values(new Table(empty, List.of(), 1)), Scope.EMPTY, List.of());
        }
        return bind(relation.get());
    }

    From bind(Relation relation) {
        return switch (relation) {
            case Relation.Named named -> table(named);
            case Relation.Aliased aliased -> aliased(aliased);
            case Relation.Subquery subquery
            when !subquery.lateral() -> From.of(queries.bind(subquery.query(), relations), Optional.empty());
            case Relation.Subquery _ -> throw unsupported(relation, "LATERAL is");
            case Relation.Function function -> function(function);
            case Relation.Joined joined -> new JoinBinder(this, origins).bind(joined);
            case Relation.Sampled _ -> throw unsupported(relation, "TABLESAMPLE is");
            case Relation.Pivoted _ -> throw unsupported(relation, "PIVOT is");
            case Relation.Unpivoted _ -> throw unsupported(relation, "UNPIVOT is");
        };
    }

    private QueryError unsupported(Node node, String what) {
        return origins.error(node, what + " not supported");
    }

    private From table(Relation.Named named) {
        String last = named.path().getLast().text();
        return relations
                .find(Name.dotted(named.path()))
                .map(relation -> From.of(plan(relation, named), Optional.of(relation.name())))
                .or(() -> isPath(last) && named.path().size() == 1 ? Optional.of(file(last, named)) : Optional.empty())
                .orElseThrow(() -> unknown(named));
    }

    private LogicalPlan plan(Relations.Relation relation, Node node) {
        try {
            return relation.plan();
        } catch (IllegalArgumentException refused) {
            String problem = refused instanceof QueryError inner ? inner.problem() : Origins.message(refused);
            throw origins.error(node, "\"" + relation.name() + "\" cannot be read: " + problem);
        }
    }

    private static boolean isPath(String name) {
        return name.contains(".") || name.contains("/") || name.contains("*");
    }

    private From file(String path, Node node) {
        try {
            Dataset dataset = FileFormats.open(path);
            LogicalPlan scan = new LogicalPlan.Scan(dataset, dataset.schema().names(), Optional.empty());
            return From.of(scan, Optional.of(stem(path)));
        } catch (IllegalArgumentException refused) {
            throw origins.error(node, Origins.message(refused));
        }
    }

    /// The file's name without folder and ending, by which DuckDB knows its columns.
    private static String stem(String path) {
        String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        return file.indexOf('.') > 0 ? file.substring(0, file.indexOf('.')) : file;
    }

    private QueryError unknown(Relation.Named named) {
        String whole = Name.dotted(named.path());
        List<String> names = relations.names();
        String known = names.isEmpty() ? "" : "; tables: " + String.join(", ", names);
        String file = named.path().size() == 1
                ? " A file takes quotes and its ending: FROM '" + whole + ".parquet'."
                : " A file takes quotes: FROM '" + whole + "'.";
        String meant = Names.didYouMean(whole, names);
        return origins.error(
                named, "there is no table \"" + whole + "\"" + known + "." + (meant.isEmpty() ? file : meant));
    }

    /// `t AS name` or `t AS name(a, b)`.
    private From aliased(Relation.Aliased aliased) {
        LogicalPlan renamed = renamed(one(bind(aliased.relation()), aliased), aliased.columns(), aliased);
        return From.of(renamed, Optional.of(aliased.name().text()));
    }

    /// Relations as one, of which nobody but the query sees that they are several.
    private LogicalPlan one(From from, Node node) {
        if (!(from.plan() instanceof LogicalPlan.Join)) {
            return from.plan();
        }
        List<Scope.Column> columns = from.scope().listed();
        List<String> names =
                UniqueNames.of(columns.stream().map(Scope.Column::name).toList());
        List<Expr> exprs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            exprs.add(Expressions.col(columns.get(i).planName()).as(names.get(i)));
        }
        return new LogicalPlan.Project(filtered(from, node), exprs);
    }

    /// The plan of relations with their conditions in it.
    ///
    /// @throws QueryError if one reads the query around
    LogicalPlan filtered(From from, Node node) {
        from.conditions().forEach(condition -> refuseOuters(condition, node));
        return JoinOrder.of(from.plan(), from.conditions());
    }

    void refuseOuters(Expr condition, Node node) {
        ExprColumns.of(condition).stream()
                .filter(outers.fields()::containsKey)
                .findFirst()
                .ifPresent(name -> {
                    throw origins.error(
                            origins.at(condition, node.at()),
                            "the condition of an outer join cannot read the query around it; write it in WHERE");
                });
    }

    /// The plan with its first columns renamed.
    LogicalPlan renamed(LogicalPlan plan, List<Name> columns, Node node) {
        if (columns.isEmpty()) {
            return plan;
        }
        List<String> names = plan.schema().names();
        if (columns.size() > names.size()) {
            throw origins.error(node, columns.size() + " names for " + names.size() + " columns");
        }
        List<Expr> exprs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Expr column = Expressions.col(names.get(i));
            exprs.add(i < columns.size() ? column.as(columns.get(i).text()) : column);
        }
        try {
            return new LogicalPlan.Project(plan, exprs);
        } catch (IllegalArgumentException twice) {
            throw origins.error(node, Origins.message(twice));
        }
    }

    private From function(Relation.Function function) {
        Expression.Call call = function.call();
        String name = call.name().toLowerCase(Locale.ROOT);
        if (function.lateral() || function.ordinality()) {
            throw unsupported(function, function.lateral() ? "LATERAL is" : "WITH ORDINALITY is");
        }
        return switch (name) {
            case "range", "generate_series" -> numbers(call, name);
            case "read_parquet", "parquet_scan", "read_csv", "read_csv_auto" -> read(call, name);
            default ->
                throw origins.error(
                        call,
                        "FROM does not take the function " + name + "; it takes tables, files, "
                                + "queries and range(n)");
        };
    }

    /// The values of the arguments, which have no names.
    private List<Expression> values(Expression.Call call) {
        for (Argument argument : call.arguments()) {
            argument.name().ifPresent(name -> {
                throw origins.error(name, call.name() + " takes no option " + name.text());
            });
        }
        return call.arguments().stream().map(Argument::value).toList();
    }

    private From read(Expression.Call call, String name) {
        List<Expression> arguments = values(call);
        return Optional.of(arguments)
                .filter(given -> given.size() == 1)
                .flatMap(given -> constants.text(given.getFirst()))
                .map(path -> file(path, arguments.getFirst()))
                .orElseThrow(() -> origins.error(call, name + " takes one path in single quotes"));
    }

    /// `range(end)`, `range(start, end)` or `range(start, end, step)`; generate_series includes its end.
    private From numbers(Expression.Call call, String name) {
        List<Long> bounds = new ArrayList<>();
        for (Expression argument : values(call)) {
            bounds.add(constants
                    .wholeNumber(argument)
                    .filter(number -> number.bitLength() < Long.SIZE)
                    .map(BigInteger::longValue)
                    .orElseThrow(() -> origins.error(argument, name + " takes whole numbers")));
        }
        if (bounds.isEmpty() || bounds.size() > 3) {
            throw origins.error(call, name + " takes an end, a start and an end, or a start, an end and a step");
        }
        long first = bounds.size() == 1 ? 0 : bounds.getFirst();
        long end = bounds.size() == 1 ? bounds.getFirst() : bounds.get(1);
        long step = bounds.size() == 3 ? bounds.getLast() : 1;
        try {
            Dataset rows = NumberRows.between(name, first, end, step, name.equals("generate_series"));
            LogicalPlan scan = new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty());
            return From.of(scan, Optional.of(name));
        } catch (IllegalArgumentException | ArithmeticException refused) {
            throw origins.error(call, Origins.message(refused));
        }
    }
}
