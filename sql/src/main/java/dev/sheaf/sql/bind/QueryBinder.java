package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.NamedQuery;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.expression.Constants;
import dev.sheaf.sql.bind.from.Descriptions;
import dev.sheaf.sql.bind.from.FromBinder;
import dev.sheaf.sql.bind.from.FromContext;
import dev.sheaf.sql.bind.from.PivotBinder;
import dev.sheaf.sql.bind.from.Queries;
import dev.sheaf.sql.bind.from.UnpivotBinder;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Clauses.CommonTable;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.Limit;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Binds whole queries: WITH, SELECT, VALUES, UNION, ORDER BY and LIMIT.
final class QueryBinder implements Queries {
    private final Origins origins;
    private final Parameters parameters;
    private final MemoryPool pool;

    QueryBinder(Origins origins, Parameters parameters, MemoryPool pool) {
        this.origins = origins;
        this.parameters = parameters;
        this.pool = pool;
    }

    @Override
    public QueryContext context() {
        return QueryContext.builder().pool(pool).build();
    }

    @Override
    public Origins origins() {
        return origins;
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public LogicalPlan bind(Query query, Relations relations) {
        return bind(query, relations, Tail.NONE);
    }

    private LogicalPlan bind(Query query, Relations relations, Tail tail) {
        return switch (query) {
            case Query.Ordered ordered
            when tail.equals(Tail.NONE) -> bind(ordered.body(), relations, tail(ordered, relations));
            case Query.Ordered inner -> sorted(bind(inner, relations), tail);
            case Query.With with -> bind(with.body(), with(with.recursive(), with.tables(), relations), tail);
            case Query.Select select -> new SelectBinder(this, relations).bind(select, tail);
            case Query.Values values -> sorted(values(values, relations), tail);
            case Query.Combined combined -> sorted(union(combined, relations), tail);
            case Query.Description description -> sorted(new Descriptions(this, relations).of(description), tail);
            case Query.ShowTables(boolean all, var _) -> {
                Descriptions descriptions = new Descriptions(this, relations);
                yield sorted(all ? descriptions.allTables() : descriptions.tables(), tail);
            }
            case Query.Pivot pivot -> sorted(PivotBinder.bind(pivot, this, relations), tail);
            case Query.Unpivot unpivot -> sorted(UnpivotBinder.bind(unpivot, this, relations), tail);
        };
    }

    @Override
    public LogicalPlan rows(Relation relation, Relations relations) {
        return new FromBinder(new FromContext(this, relations)).rows(relation);
    }

    @Override
    public SelectContext.Inner bindInner(Query query, Relations tables, SelectContext around) {
        Relations relations = tables.within(around);
        return switch (query) {
            case Query.Select select -> new SelectBinder(this, relations).bindInner(select, Tail.NONE, around);
            case Query.Ordered ordered
            when ordered.body() instanceof Query.Select select ->
                new SelectBinder(this, relations).bindInner(select, tail(ordered, relations), around);
            case Query.Ordered ordered
            when ordered.body() instanceof Query.Combined combined ->
                bindInner(ordered(combined, ordered), relations, around);
            case Query.With with -> bindInner(with.body(), with(with.recursive(), with.tables(), relations), around);
            case Query.Combined combined -> new InnerUnion(this, relations, around).bind(combined);
            case Query.Values values
            when new ValuesBinder(origins, parameters).reads(values, around) ->
                bindInner(ValuesBinder.selects(values), relations, around);
            default -> {
                LogicalPlan plan = bind(query, relations);
                yield SelectContext.Inner.of(plan, origins.collations());
            }
        };
    }

    /// Rows of constants, or, if lambdas have to run for some, as many queries of one row.
    private LogicalPlan values(Query.Values values, Relations relations) {
        return new ValuesBinder(origins, parameters)
                .bind(values)
                .orElseGet(() -> bind(ValuesBinder.selects(values), relations));
    }

    /// ORDER BY and LIMIT over a set operation as those of a SELECT from it.
    private static Query ordered(Query.Combined combined, Query.Ordered ordered) {
        Expression all = Expression.Star.all(combined.at());
        Query.Select select = Query.Select.of(
                List.of(new Item(all, Optional.empty(), combined.at())),
                Optional.of(new Relation.Subquery(combined, false, combined.at())),
                combined.at());
        return new Query.Ordered(select, ordered.orderBy(), ordered.limit(), ordered.offset(), ordered.at());
    }

    private LogicalPlan union(Query.Combined combined, Relations relations) {
        return new UnionBinder(origins, query -> bind(query, relations)).bind(combined);
    }

    /// The relations, and before them the tables of WITH.
    Relations with(boolean mayRecurse, List<CommonTable> tables, Relations relations) {
        Relations result = relations.inner();
        for (CommonTable table : tables) {
            Optional<SelectContext.Inner> recursive =
                    mayRecurse ? new RecursionBinder(this, result).bind(table) : Optional.empty();
            if (!add(table, result, recursive)) {
                throw origins.error(
                        table.name(), "WITH names two queries \"" + table.name().text() + "\"");
            }
        }
        return result;
    }

    private static LogicalPlan named(CommonTable table, LogicalPlan plan) {
        return NamedQuery.scan(table.name().text(), plan, table.materialized());
    }

    /// Adds a query of WITH: as a table, or, if it reads the query around, as one that is bound where it is named. One
    /// that reads itself is bound already.
    private boolean add(CommonTable table, Relations tables, Optional<SelectContext.Inner> recursive) {
        Optional<SelectContext> around = tables.around();
        Optional<SelectContext.Inner> inner =
                recursive.or(() -> around.map(select -> bindInner(table.query(), tables, select)));
        if (inner.isPresent() && !inner.get().query().outers().isEmpty()) {
            SelectContext select = around.orElseThrow();
            Relations before = tables.now();
            Relations.Inside query = recursive.isPresent()
                    ? inside -> recursive.get().within(inside, select)
                    : inside -> bindInner(table.query(), before, inside);
            return tables.add(new Relations.Linked(table.name().text(), table.columns(), select, query));
        }
        LogicalPlan plan = inner.map(known -> known.query().plan()).orElseGet(() -> bind(table.query(), tables));
        LogicalPlan renamed = new FromContext(this, tables).renamed(plan, table.columns(), table);
        return tables.add(table.name().text(), named(table, renamed));
    }

    private Tail tail(Query.Ordered ordered, Relations relations) {
        Optional<Limit> share = ordered.limit().filter(Limit::percent);
        Optional<Expression> limit =
                ordered.limit().filter(given -> !given.percent()).map(Limit::count);
        LimitRows asked = new LimitRows(
                share.map(this::share).map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                limit.flatMap(given -> asked(given, "LIMIT", relations)),
                ordered.offset().flatMap(given -> asked(given, "OFFSET", relations)));
        long count = asked.rows().isPresent()
                ? Long.MAX_VALUE
                : limit.map(given -> rows(given, "LIMIT", Long.MAX_VALUE)).orElse(Long.MAX_VALUE);
        long offset = asked.skipped().isPresent()
                ? 0
                : ordered.offset().map(given -> rows(given, "OFFSET", 0)).orElse(0L);
        return new Tail(ordered.orderBy(), offset, count, Optional.of(asked).filter(LimitRows::isAsked));
    }

    /// The query of LIMIT or OFFSET, where one says how many rows.
    private Optional<LogicalPlan> asked(Expression count, String clause, Relations relations) {
        if (!(count instanceof Expression.Scalar(Query query, var _))) {
            return Optional.empty();
        }
        LogicalPlan rows = bind(query, relations);
        if (rows.schema().size() != 1) {
            throw origins.error(
                    count, "the query of " + clause + " gives " + rows.schema().size() + " columns, not one");
        }
        return Optional.of(rows);
    }

    private double share(Limit limit) {
        return new Constants(origins, parameters)
                .number(limit.count())
                .map(BigDecimal::doubleValue)
                .filter(share -> share >= 0 && share <= 100)
                .orElseThrow(() -> origins.error(limit, "LIMIT takes a share between 0 and 100 percent"));
    }

    private long rows(Expression node, String clause, long ofNull) {
        Constants constants = new Constants(origins, parameters);
        if (constants.isNull(node)) {
            return ofNull;
        }
        Optional<BigInteger> rows = constants.wholeNumber(node).filter(number -> number.signum() >= 0);
        return rows.orElseThrow(() -> origins.error(node, clause + " takes a whole number of 0 or more"))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }

    /// ORDER BY and LIMIT behind what has no columns but those of its result.
    private LogicalPlan sorted(LogicalPlan plan, Tail tail) {
        if (tail.orderBy().isEmpty()) {
            return tail.limit(plan);
        }
        Scope scope = new Scope(Optional.empty(), plan.schema())
                .collated(origins.collations().of(plan));
        SelectContext context = SelectContext.of(origins, parameters, scope);
        List<SelectList.Item> items = plan.schema().names().stream()
                .map(name -> new SelectList.Item(tail.orderBy().getFirst(), name, Expressions.col(name)))
                .toList();
        List<OrderKeys.Key> keys = OrderKeys.bind(tail.orderBy(), context, items);
        return tail.limit(new LogicalPlan.Sort(
                plan, keys.stream().map(key -> key.sortKey(key.expr())).toList()));
    }
}
