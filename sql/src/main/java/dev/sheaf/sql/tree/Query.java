package dev.sheaf.sql.tree;

import dev.sheaf.sql.tree.Clauses.CommonTable;
import dev.sheaf.sql.tree.Clauses.Grouping;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.Limit;
import dev.sheaf.sql.tree.Clauses.NamedWindow;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Clauses.PivotColumn;
import dev.sheaf.sql.tree.Clauses.Sample;
import java.util.List;
import java.util.Optional;

/// What gives rows.
public sealed interface Query extends Node {

    /// WITH and the query that may name its tables.
    record With(boolean recursive, List<CommonTable> tables, Query body, Span at) implements Query {}

    /// A query with ORDER BY, LIMIT and OFFSET behind it.
    record Ordered(Query body, List<OrderItem> orderBy, Optional<Limit> limit, Optional<Expression> offset, Span at)
            implements Query {

        /// The columns of a query, and no row.
        public static Ordered withoutRows(Query query) {
            Limit none = new Limit(new Expression.Numeral("0", query.at()), false, query.at());
            return new Ordered(query, List.of(), Optional.of(none), Optional.empty(), query.at());
        }
    }

    /// SELECT; of `FROM t` alone the items are `*`.
    record Select(
            Distinctness distinct,
            List<Item> items,
            Optional<Relation> from,
            Optional<Expression> where,
            List<Grouping> groupBy,
            Optional<Expression> having,
            List<NamedWindow> windows,
            Optional<Expression> qualify,
            Optional<Sample> sample,
            Span at)
            implements Query {

        /// SELECT with a list and FROM alone.
        public static Select of(List<Item> items, Optional<Relation> from, Span at) {
            return new Select(
                    Distinctness.ALL,
                    items,
                    from,
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    at);
        }

        /// The same with another list.
        public Select of(List<Item> others) {
            return new Select(distinct, others, from, where, groupBy, having, windows, qualify, sample, at);
        }

        /// The same over the rows for which a condition holds; there is none yet.
        public Select where(Expression condition) {
            Optional<Expression> all = Optional.of(condition);
            return new Select(distinct, items, from, all, groupBy, having, windows, qualify, sample, at);
        }

        /// The same with other keys.
        public Select groupedBy(List<Grouping> keys) {
            return new Select(distinct, items, from, where, keys, having, windows, qualify, sample, at);
        }

        /// The same with the first row alone for each value of some expressions.
        public Select distinctOn(List<Expression> on) {
            Distinctness first = new Distinctness(true, on);
            return new Select(first, items, from, where, groupBy, having, windows, qualify, sample, at);
        }

        /// The same without DISTINCT.
        public Select ofAll() {
            return new Select(Distinctness.ALL, items, from, where, groupBy, having, windows, qualify, sample, at);
        }
    }

    /// Which of equal rows SELECT keeps: all, one of each, or the first for each value of `on`.
    record Distinctness(boolean distinct, List<Expression> on) {
        public static final Distinctness ALL = new Distinctness(false, List.of());
    }

    /// Queries with UNION, EXCEPT or INTERSECT between them, from left to right.
    record Combined(Query first, List<Branch> branches, Span at) implements Query {}

    /// A set operation of [Combined] and the query to its right.
    record Branch(SetOperation operation, boolean all, boolean byName, Query query) {}

    /// What a [Branch] does with the rows before it.
    enum SetOperation {
        UNION,
        EXCEPT,
        INTERSECT
    }

    /// VALUES.
    record Values(List<List<Expression>> rows, Span at) implements Query {}

    /// `DESCRIBE q` and `SUMMARIZE q`.
    record Description(boolean summary, Query query, Span at) implements Query {}

    /// SHOW TABLES, and SHOW ALL TABLES with their columns.
    record ShowTables(boolean all, Span at) implements Query {}

    /// `PIVOT t ON c USING sum(x) GROUP BY g`.
    record Pivot(Relation relation, List<PivotColumn> on, List<Item> using, List<Expression> groupBy, Span at)
            implements Query {}

    /// `UNPIVOT t ON a, b INTO NAME n VALUE v`.
    record Unpivot(
            Relation relation, boolean includeNulls, List<Item> on, Optional<Name> name, List<Name> values, Span at)
            implements Query {}
}
