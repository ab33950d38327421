package dev.sheaf.sql.bind.from;

import dev.sheaf.column.Names;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.Constants;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.NumberedTable;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Binds FROM: a table, a file, a sub-query, under a name of its own or not; joins of these by
/// `JoinBinder`.
public final class FromBinder {
    /// The name of the numbers of the rows of a table in memory.
    public static final String ROW_NUMBER = "rowid";

    private final FromContext context;
    private final LateralBinder laterals;
    private final UnnestBinder unnests;
    private final Origins origins;
    private final TableFunctions functions;

    public FromBinder(FromContext context) {
        this.context = context;
        this.laterals = new LateralBinder(context, (inside, relation) -> new FromBinder(inside).bind(relation));
        this.unnests = new UnnestBinder(context);
        this.origins = context.origins();
        this.functions = new TableFunctions(
                origins, new Constants(origins, context.queries().parameters()));
    }

    public From bind(Optional<Relation> relation) {
        return relation.map(this::bind).orElseGet(From::nothing);
    }

    /// The rows of a relation alone.
    public LogicalPlan rows(Relation relation) {
        return one(bind(relation), relation);
    }

    public From bind(Relation relation) {
        return laterals.known(relation).orElseGet(() -> bound(relation));
    }

    private From bound(Relation relation) {
        From from = uncollated(relation);
        return new From(
                from.plan(),
                from.scope().collated(origins.collations().of(from.plan())),
                from.conditions(),
                from.order());
    }

    private From uncollated(Relation relation) {
        return switch (context.expanded(relation)) {
            case Relation.Named named -> table(named);
            case Relation.Aliased aliased -> aliased(aliased);
            case Relation.Subquery subquery -> laterals.query(subquery);
            case Relation.Function function -> function(function);
            case Relation.Joined joined -> new JoinBinder(context, laterals, unnests, this::bind).bind(joined);
            case Relation.Target(Relation of, Name qualified, var _) -> {
                From table = bind(of);
                yield new From(table.plan(), table.scope().qualified(qualified.text()), table.conditions());
            }
            case Relation.Sampled(Relation of, Clauses.Sample sample, var _) -> context.sampled(bind(of), sample);
            case Relation.Pivoted pivot ->
                From.of(PivotBinder.bind(pivot, context.queries(), context.relations()), Optional.empty());
            case Relation.Unpivoted pivot ->
                From.of(UnpivotBinder.bind(pivot, context.queries(), context.relations()), Optional.empty());
        };
    }

    private QueryError unsupported(Node node, String what) {
        return origins.error(node, what + " not supported");
    }

    private From table(Relation.Named named) {
        if (laterals.isQuery(named)) {
            return laterals.query(named);
        }
        String last = named.path().getLast().text();
        return context.relations()
                .find(named.path())
                .map(relation -> table(relation, named))
                .or(() -> isPath(last) && named.path().size() == 1
                        ? Optional.of(functions.file(last, named))
                        : Optional.empty())
                .orElseThrow(() -> unknown(named));
    }

    private From table(Relations.Relation relation, Relation.Named named) {
        From table = table(plan(relation, named), Optional.of(shown(relation.name(), named)));
        return new From(table.plan(), table.scope().qualified(qualified(relation.name())), table.conditions());
    }

    /// The name of a table with its schema.
    public static String qualified(String table) {
        return table.contains(".") ? table : "main." + table;
    }

    /// A table in memory has the numbers of its rows, too, where the query speaks of them.
    private From table(LogicalPlan plan, Optional<String> name) {
        if (!(plan instanceof LogicalPlan.Scan scan)) {
            return From.of(plan, name);
        }
        return switch (scan.dataset()) {
            case NumberedTable numbered -> numbered(numbered, name);
            case StoredTable table
            when origins.mentions(ROW_NUMBER) && !table.schema().contains(ROW_NUMBER) ->
                numbered(new NumberedTable(table, ROW_NUMBER), name);
            default -> From.of(plan, name);
        };
    }

    private static From numbered(NumberedTable rows, Optional<String> name) {
        List<ScopeColumn> columns = new ArrayList<>(new Scope(name, rows.table().schema()).columns());
        columns.add(ScopeColumn.silent(name, rows.number(), rows.number()));
        if (!rows.schema().contains(ROW_NUMBER)) {
            columns.add(ScopeColumn.silent(name, ROW_NUMBER, rows.number()));
        }
        LogicalPlan plan = NumberedTable.plan(rows.table(), rows.number());
        return new From(plan, new Scope(rows.schema(), columns), List.of());
    }

    /// The name of a table without that of its schema.
    private static String shown(String name, Relation.Named named) {
        String last = named.path().getLast().text();
        return name.length() > last.length() ? name.substring(name.length() - last.length()) : name;
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

    private QueryError unknown(Relation.Named named) {
        String whole = Name.dotted(named.path());
        List<String> names = context.relations().names();
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
        if (aliased.relation() instanceof Relation.Function function && unnests.takes(function)) {
            return unnests.bind(From.nothing(), function, aliased, false);
        }
        if (laterals.isQuery(aliased)) {
            return laterals.query(aliased);
        }
        String name = aliased.name().text();
        From inner = bind(aliased.relation());
        Optional<Scope> called = aliased.relation() instanceof Relation.Named
                        && aliased.columns().isEmpty()
                ? inner.scope().called(name)
                : Optional.empty();
        return called.map(scope -> new From(inner.plan(), scope, inner.conditions()))
                .orElseGet(() ->
                        From.of(context.renamed(one(inner, aliased), aliased.columns(), aliased), Optional.of(name)));
    }

    /// Relations as one; nobody but the query sees that they are several.
    private LogicalPlan one(From from, Node node) {
        List<ScopeColumn> columns = from.scope().listed();
        List<String> shown = columns.stream().map(ScopeColumn::planName).toList();
        boolean isRelation = !(from.plan() instanceof LogicalPlan.Join);
        if (isRelation
                && from.conditions().isEmpty()
                && shown.equals(from.plan().schema().names())) {
            return from.plan();
        }
        List<String> names =
                UniqueNames.of(columns.stream().map(ScopeColumn::name).toList());
        List<Expr> exprs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            exprs.add(Expressions.col(columns.get(i).planName()).as(names.get(i)));
        }
        return new LogicalPlan.Project(context.filtered(from, node), exprs);
    }

    /// The columns of a table whose name is a constant.
    private LogicalPlan tableInfo(Expression.Call call) {
        Constants constants = new Constants(origins, context.queries().parameters());
        String table = call.arguments().size() == 1
                ? constants.text(call.arguments().getFirst().value()).orElse("")
                : "";
        LogicalPlan plan = rows(new Relation.Named(NamedTables.path(table, call.at()), call.at()));
        return new Descriptions(context.queries(), context.relations()).tableInfo(plan);
    }

    private From function(Relation.Function function) {
        if (unnests.takes(function)) {
            return unnests.bind(From.nothing(), function, function, false);
        }
        if (function.lateral() || function.ordinality()) {
            throw unsupported(function, function.lateral() ? "LATERAL is" : "WITH ORDINALITY is");
        }
        Expression.Call call = function.call();
        return switch (call.name().toLowerCase(Locale.ROOT)) {
            case "pragma_table_info" -> From.of(tableInfo(call), Optional.of("pragma_table_info"));
            case "query_table" -> {
                Constants constants = new Constants(origins, context.queries().parameters());
                Query rows = new NamedTables(origins, constants).query(call);
                yield bind(new Relation.Subquery(rows, false, call.at()));
            }
            default -> functions.bind(call);
        };
    }
}
