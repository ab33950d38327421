package dev.sheaf.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Random queries of joins, sub-queries and set operations over [JoinTables]. Every value is a whole number or
/// a text, so that answers are equal or not.
final class JoinQueryGenerator {
    private static final int DEPTH = 2;

    private final SplittableRandom random;

    /// Whether the HAVING of a sub-query without keys is written in other words that mean the same: as CASE where a
    /// value is asked for, since no row is NULL there, else as a condition on the one row.
    private final boolean withoutHaving;

    private int relations;

    JoinQueryGenerator(SplittableRandom random, boolean withoutHaving) {
        this.random = random;
        this.withoutHaving = withoutHaving;
    }

    /// A column that an expression may name.
    private record Named(String text, boolean isText) {}

    /// FROM and the columns that it gives.
    private record From(String text, List<Named> columns) {}

    private <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /// A whole query.
    String query() {
        if (oneIn(12)) {
            return new TableQueries(random).query();
        }
        if (oneIn(6)) {
            boolean text = oneIn(2);
            String query = select(DEPTH, List.of(), text, true);
            for (int i = random.nextInt(1, 3); i > 0; i--) {
                query += pick(List.of(" UNION ", " EXCEPT ", " INTERSECT "))
                        + (oneIn(2) ? "ALL " : "")
                        + select(1, List.of(), text, true);
            }
            return query;
        }
        From from = from(DEPTH, List.of());
        List<Named> columns = from.columns();
        if (oneIn(3)) {
            return grouped(from);
        }
        List<String> items = new ArrayList<>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            items.add(oneIn(5) ? condition(columns, 1, DEPTH) : value(columns, oneIn(3), DEPTH));
        }
        String star = oneIn(8) ? "*" : String.join(", ", items);
        return "SELECT " + (oneIn(8) ? "DISTINCT " : "") + star + from.text() + where(columns, DEPTH);
    }

    private String grouped(From from) {
        List<Named> columns = from.columns();
        Named key = pick(columns);
        String having = oneIn(3) ? " HAVING count(*) >= " + value(List.of(), false, DEPTH) : "";
        List<Named> keys = key.isText() ? List.of() : List.of(key);
        String more = oneIn(2) ? ", " + value(keys, false, DEPTH) : "";
        return "SELECT " + key.text() + ", count(*), sum(" + value(columns, false, oneIn(4) ? 1 : 0) + ")" + more
                + from.text() + where(columns, DEPTH) + " GROUP BY " + key.text() + having;
    }

    private String where(List<Named> columns, int depth) {
        return oneIn(4) ? "" : " WHERE " + condition(columns, 2, depth);
    }

    private From table() {
        String alias = "t" + relations++;
        List<Named> columns = List.of(
                new Named(alias + ".id", false),
                new Named(alias + ".a", false),
                new Named(alias + ".b", false),
                new Named(alias + ".k", true));
        return new From(pick(JoinTables.NAMES) + " AS " + alias, columns);
    }

    /// A table or a query, which may read columns to its left and, if it does not aggregate, `outer` ones: of an
    /// aggregate that reads a query further out than the next one DuckDB loses rows.
    private From relation(int depth, List<Named> left, List<Named> outer) {
        if (depth == 0 || !oneIn(5)) {
            return table();
        }
        boolean several = oneIn(2);
        List<Named> visible = new ArrayList<>(left);
        if (several) {
            visible.addAll(outer);
        }
        String query = query(depth - 1, visible, false, several, outer.isEmpty());
        String alias = "t" + relations++;
        return new From("(" + query + ") AS " + alias + "(a)", List.of(new Named(alias + ".a", false)));
    }

    private From from(int depth, List<Named> outer) {
        From first = relation(depth, List.of(), outer);
        StringBuilder text = new StringBuilder(" FROM " + first.text());
        List<Named> columns = new ArrayList<>(first.columns());
        int start = 0;
        for (int joins = random.nextInt(depth + 2); joins > 0; joins--) {
            String kind = pick(List.of("", "INNER ", "LEFT ", "LEFT ", "RIGHT ", "FULL ", "SEMI ", "ANTI "));
            boolean comma = oneIn(5);
            boolean lateral = comma || List.of("", "INNER ", "LEFT ").contains(kind);
            List<Named> before = lateral ? List.copyOf(columns.subList(comma ? 0 : start, columns.size())) : List.of();
            From right = relation(depth, before, lateral ? outer : List.of());
            if (comma) {
                text.append(", ").append(right.text());
                start = columns.size();
                columns.addAll(right.columns());
                continue;
            }
            List<Named> visible = new ArrayList<>(columns.subList(start, columns.size()));
            text.append(' ').append(kind).append("JOIN ").append(right.text());
            visible.addAll(right.columns());
            boolean using = start == 0 && columns.size() <= 4 && oneIn(5);
            text.append(
                    using
                            ? " USING (a)"
                            : " ON " + on(depth, columns.subList(start, columns.size()), right, visible, outer));
            if (!kind.equals("SEMI ") && !kind.equals("ANTI ")) {
                columns.addAll(right.columns());
            }
        }
        return new From(text.toString(), columns);
    }

    private String on(int depth, List<Named> left, From right, List<Named> visible, List<Named> outer) {
        boolean reads = !outer.isEmpty() && oneIn(6);
        List<Named> more = new ArrayList<>(visible);
        if (reads) {
            more.addAll(outer);
        }
        String rest = condition(more, 1, oneIn(4) ? Math.min(depth, 1) : 0);
        if (oneIn(5)) {
            return rest;
        }
        String equal = numberColumn(left)
                + pick(List.of(" = ", " = ", " IS NOT DISTINCT FROM "))
                + numberColumn(right.columns());
        return oneIn(2) ? equal : equal + " AND " + rest;
    }

    private String numberColumn(List<Named> columns) {
        List<Named> numbers =
                columns.stream().filter(column -> !column.isText()).toList();
        return pick(numbers).text();
    }

    /// A query of one column, which aggregates all rows if it is to give one, and may if it may give several; or a
    /// set operation of two, which do not aggregate all rows if they read the query around: of an aggregate over
    /// nothing DuckDB loses the row then.
    private String query(int depth, List<Named> outer, boolean text, boolean several, boolean mayAggregate) {
        if (!several || !oneIn(8)) {
            return select(depth, outer, text, several, mayAggregate, false);
        }
        boolean aggregates = outer.isEmpty();
        return select(depth, outer, text, true, aggregates, false)
                + pick(List.of(" UNION ", " EXCEPT ", " INTERSECT "))
                + (oneIn(2) ? "ALL " : "")
                + select(depth, outer, text, true, aggregates, false);
    }

    private String select(int depth, List<Named> outer, boolean text, boolean several) {
        return select(depth, outer, text, several, true, !several);
    }

    /// A SELECT of one column; `isValue` if it stands for a value, so that no row is NULL.
    private String select(
            int depth, List<Named> outer, boolean text, boolean several, boolean aggregates, boolean isValue) {
        From from = from(Math.min(depth, 1), outer);
        List<Named> all = new ArrayList<>(from.columns());
        all.addAll(outer);
        if (!several || (oneIn(6) && aggregates)) {
            String aggregate = text
                    ? pick(List.of("min", "max")) + "(" + value(from.columns(), true, 0) + ")"
                    : pick(List.of("count", "sum", "min", "max")) + "("
                            + value(oneIn(12) ? all : from.columns(), false, 0) + ")";
            String condition = oneIn(6) ? "count(*) > " + random.nextInt(3) : "";
            String result = aggregate + (text || oneIn(3) ? "" : " + 1");
            String rows = from.text() + where(all, depth);
            if (condition.isEmpty()) {
                return "SELECT " + result + rows;
            }
            if (!withoutHaving) {
                return "SELECT " + result + rows + " HAVING " + condition;
            }
            return isValue
                    ? "SELECT CASE WHEN " + condition + " THEN " + result + " END" + rows
                    : "SELECT v FROM (SELECT " + result + " AS v, " + condition + " AS h" + rows + ") WHERE h";
        }
        String value = value(oneIn(3) ? all : from.columns(), text, 0);
        if (oneIn(8)) {
            return "SELECT " + value + from.text() + where(all, depth) + " GROUP BY 1 HAVING count(*) > "
                    + random.nextInt(2);
        }
        String limit = oneIn(6) ? " ORDER BY 1 LIMIT " + random.nextInt(1, 3) : "";
        return limit.isEmpty()
                ? "SELECT " + (oneIn(6) ? "DISTINCT " : "") + value + from.text() + where(all, depth)
                : "(SELECT " + value + " AS v" + from.text() + where(all, depth) + limit + ")";
    }

    private String value(List<Named> columns, boolean text, int depth) {
        List<Named> fitting =
                columns.stream().filter(column -> column.isText() == text).toList();
        if (depth > 0 && oneIn(5)) {
            return "(" + select(depth - 1, columns, text, false) + ")";
        }
        if (fitting.isEmpty() || oneIn(8)) {
            return text ? pick(List.of("'x'", "'y'")) : String.valueOf(random.nextInt(4));
        }
        String column = pick(fitting).text();
        return switch (random.nextInt(8)) {
            case 0 -> text ? "coalesce(" + column + ", 'n')" : "coalesce(" + column + ", 7)";
            case 1 -> text ? column : "(" + column + " + 1)";
            default -> column;
        };
    }

    private String condition(List<Named> columns, int size, int depth) {
        if (size > 0 && oneIn(2)) {
            return "(" + condition(columns, size - 1, depth) + pick(List.of(" AND ", " AND ", " OR "))
                    + condition(columns, size - 1, depth) + ")";
        }
        boolean text = oneIn(4);
        String not = oneIn(6) ? "NOT " : "";
        if (depth > 0 && oneIn(3)) {
            return not + question(columns, text, depth);
        }
        String operator = pick(List.of("=", "=", "=", "<>", "<", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM"));
        return switch (random.nextInt(7)) {
            case 0 -> not + "(" + value(columns, text, 0) + " IS NULL)";
            default -> not + "(" + value(columns, text, depth) + " " + operator + " " + value(columns, text, 0) + ")";
        };
    }

    private String question(List<Named> columns, boolean text, int depth) {
        String query = "(" + query(depth - 1, columns, text, !oneIn(6), true) + ")";
        String operator = pick(List.of("=", "<>", "<", "<=", ">", ">="));
        return switch (random.nextInt(7)) {
            case 0, 1 -> "(EXISTS " + query + ")";
            case 2 -> "(" + value(columns, text, 0) + " IN " + query + ")";
            case 3 -> "(" + value(columns, text, 0) + " NOT IN " + query + ")";
            case 4 ->
                "(" + value(columns, text, 0) + " " + operator + " ANY " + (oneIn(3) ? list(columns, text) : query)
                        + ")";
            case 5 -> "(" + value(columns, text, 0) + " " + operator + " ALL " + query + ")";
            default -> "(len(ARRAY" + query + ") > " + random.nextInt(3) + ")";
        };
    }

    private String list(List<Named> columns, boolean text) {
        List<String> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(oneIn(5) ? "NULL" : value(columns, text, 0));
        }
        return "(" + elements + "::" + (text ? "VARCHAR[]" : "BIGINT[]") + ")";
    }
}
