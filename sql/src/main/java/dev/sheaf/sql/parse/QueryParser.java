package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.CommonTable;
import dev.sheaf.sql.tree.Clauses.Limit;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Query.Branch;
import dev.sheaf.sql.tree.Query.SetOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads whole queries: WITH, set operations, ORDER BY and LIMIT.
final class QueryParser {
    private final Cursor cursor;
    private final ExpressionParser expressions;
    private final SelectParser selects;

    QueryParser(Cursor cursor, ExpressionParser expressions, SelectParser selects) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.selects = selects;
    }

    Query query() {
        return cursor.nested(() -> {
            int start = cursor.start();
            if (!cursor.accept("WITH")) {
                return behind(intersections(), start);
            }
            boolean recursive = cursor.accept("RECURSIVE");
            List<CommonTable> tables = tables();
            Query body = query();
            return new Query.With(recursive, tables, body, cursor.from(start));
        });
    }

    /// The queries of WITH.
    List<CommonTable> tables() {
        return cursor.list(this::commonTable);
    }

    private CommonTable commonTable() {
        int start = cursor.start();
        Name name = cursor.nameOrText();
        List<Name> columns = cursor.names();
        List<Name> key =
                cursor.accept("USING", "KEY") ? cursor.parenthesised(() -> cursor.list(cursor::name)) : List.of();
        cursor.expect("AS");
        Optional<Boolean> materialized = Optional.empty();
        if (cursor.accept("NOT", "MATERIALIZED")) {
            materialized = Optional.of(false);
        } else if (cursor.accept("MATERIALIZED")) {
            materialized = Optional.of(true);
        }
        Query query = cursor.parenthesised(this::query);
        return new CommonTable(name, columns, key, materialized, query, cursor.from(start));
    }

    /// A query that has been read, with what stands behind it: UNION, EXCEPT, ORDER BY, LIMIT.
    Query behind(Query first, int start) {
        List<Branch> branches = new ArrayList<>();
        Query left = first;
        if (cursor.at("INTERSECT")) {
            left = intersections(first, start);
        }
        while (cursor.at("UNION") || cursor.at("EXCEPT")) {
            SetOperation operation = SetOperation.valueOf(cursor.next().word());
            boolean all = isAll();
            boolean byName = cursor.accept("BY", "NAME");
            branches.add(new Branch(operation, all, byName, intersections()));
        }
        cursor.accept("UNION");
        Query combined =
                branches.isEmpty() ? left : new Query.Combined(left, List.copyOf(branches), cursor.from(start));
        return ordered(combined, start);
    }

    private boolean isAll() {
        boolean all = cursor.accept("ALL");
        if (!all) {
            cursor.accept("DISTINCT");
        }
        return all;
    }

    private Query intersections() {
        int start = cursor.start();
        return intersections(primary(), start);
    }

    private Query intersections(Query first, int start) {
        List<Branch> branches = new ArrayList<>();
        while (cursor.accept("INTERSECT")) {
            boolean all = isAll();
            branches.add(new Branch(SetOperation.INTERSECT, all, false, primary()));
        }
        return branches.isEmpty() ? first : new Query.Combined(first, List.copyOf(branches), cursor.from(start));
    }

    private Query primary() {
        if (cursor.atSymbol("(")) {
            return cursor.parenthesised(this::query);
        }
        return selects.select();
    }

    private Query ordered(Query body, int start) {
        List<OrderItem> orderBy = cursor.at("ORDER") ? orderBy() : List.of();
        Optional<Limit> limit = Optional.empty();
        Optional<Expression> offset = Optional.empty();
        while (cursor.at("LIMIT") || cursor.at("OFFSET") || cursor.at("FETCH")) {
            boolean twice = cursor.at("OFFSET") ? offset.isPresent() : limit.isPresent();
            if (twice) {
                throw cursor.error(
                        cursor.token().at(), "this query has " + cursor.token().word() + " twice");
            }
            switch (cursor.token().word()) {
                case "LIMIT" -> limit = limit();
                case "FETCH" -> limit = Optional.of(fetch());
                default -> offset = Optional.of(offset());
            }
        }
        if (orderBy.isEmpty() && limit.isEmpty() && offset.isEmpty()) {
            cursor.accept("ORDER");
            cursor.accept("LIMIT");
            return body;
        }
        return new Query.Ordered(body, orderBy, limit, offset, cursor.from(start));
    }

    /// ORDER BY and its keys.
    List<OrderItem> orderBy() {
        cursor.expect("ORDER");
        cursor.expect("BY");
        return cursor.list(this::orderItem);
    }

    private OrderItem orderItem() {
        int start = cursor.start();
        Optional<Expression> value = cursor.accept("ALL") ? Optional.empty() : Optional.of(expressions.expression());
        boolean descending = cursor.accept("DESC") || cursor.accept("DESCENDING");
        if (!descending && !cursor.accept("ASC")) {
            cursor.accept("ASCENDING");
        }
        Optional<Boolean> nullsFirst = Optional.empty();
        if (cursor.accept("NULLS", "FIRST")) {
            nullsFirst = Optional.of(true);
        } else if (cursor.accept("NULLS", "LAST")) {
            nullsFirst = Optional.of(false);
        }
        return new OrderItem(value, descending, nullsFirst, cursor.from(start));
    }

    /// Empty for LIMIT ALL.
    private Optional<Limit> limit() {
        int start = cursor.start();
        cursor.next();
        if (cursor.accept("ALL")) {
            return Optional.empty();
        }
        Expression count = expressions.expression();
        boolean percent = cursor.acceptSymbol("%") || cursor.accept("PERCENT");
        return Optional.of(new Limit(count, percent, cursor.from(start)));
    }

    /// `FETCH FIRST 3 ROWS ONLY`.
    private Limit fetch() {
        int start = cursor.start();
        cursor.next();
        if (!cursor.accept("FIRST")) {
            cursor.expect("NEXT");
        }
        boolean one = cursor.at("ROW") || cursor.at("ROWS");
        Expression count = one ? new Expression.Numeral("1", cursor.token().at()) : expressions.expression();
        rows();
        cursor.expect("ONLY");
        return new Limit(count, false, cursor.from(start));
    }

    private Expression offset() {
        cursor.next();
        Expression offset = expressions.expression();
        rows();
        return offset;
    }

    private void rows() {
        if (!cursor.accept("ROWS")) {
            cursor.accept("ROW");
        }
    }
}
