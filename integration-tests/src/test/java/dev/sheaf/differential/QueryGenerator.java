package dev.sheaf.differential;

import dev.sheaf.differential.SqlQuery.SortSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Random queries over one table, whose first column `id` is different in every row.
///
/// Result columns are named `c0`, `c1`, ..., those of queries inside `s0`, `s1`, ... A LIMIT stands only behind
/// an order that leaves no choice.
final class QueryGenerator {
    private static final int DEPTH = 2;

    /// How columns of queries inside others are called.
    private static final String INNER = "s";

    private final SplittableRandom random;
    private final String prefix;

    QueryGenerator(SplittableRandom random) {
        this(random, "c");
    }

    private QueryGenerator(SplittableRandom random, String prefix) {
        this.random = random;
        this.prefix = prefix;
    }

    private <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /// A query over a relation that FROM calls `from`.
    SqlQuery query(String from, List<SqlColumn> columns) {
        SqlQuery query = switch (random.nextInt(11)) {
            case 0, 1 -> projection(from, columns);
            case 2 -> distinct(from, columns);
            case 3 -> windows(from, columns);
            case 4 -> nested(from, columns);
            case 5 -> union(from, columns);
            default -> aggregation(from, columns);
        };
        return ordered(query);
    }

    private SqlQuery projection(String from, List<SqlColumn> columns) {
        ExprGenerator expressions = new ExprGenerator(random, columns);
        List<String> items = new ArrayList<>();
        List<SqlColumn> outputs = new ArrayList<>();
        for (int count = random.nextInt(1, 6); count > 0; count--) {
            Kind kind = expressions.kind();
            add(items, outputs, expressions.of(kind, random.nextInt(DEPTH + 1)), kind);
        }
        return new SqlQuery(select(items) + " FROM " + from + where(expressions), outputs, List.of());
    }

    private void add(List<String> items, List<SqlColumn> outputs, String item, Kind kind) {
        String name = prefix + items.size();
        items.add(item + " AS " + name);
        outputs.add(new SqlColumn(name, kind));
    }

    private static String select(List<String> items) {
        return "SELECT " + String.join(", ", items);
    }

    private String where(ExprGenerator expressions) {
        return oneIn(2) ? "" : " WHERE " + expressions.condition(DEPTH);
    }

    private SqlQuery distinct(String from, List<SqlColumn> columns) {
        ExprGenerator expressions = new ExprGenerator(random, columns);
        List<String> items = new ArrayList<>();
        List<SqlColumn> outputs = new ArrayList<>();
        for (int count = random.nextInt(1, 4); count > 0; count--) {
            Kind kind = expressions.kind();
            add(items, outputs, expressions.of(kind, random.nextInt(DEPTH)), kind);
        }
        String text = "SELECT DISTINCT " + String.join(", ", items) + " FROM " + from + where(expressions);
        return new SqlQuery(text, outputs, List.of());
    }

    private SqlQuery aggregation(String from, List<SqlColumn> columns) {
        ExprGenerator expressions = new ExprGenerator(random, columns);
        AggregateGenerator aggregates = new AggregateGenerator(random, expressions);
        List<String> items = new ArrayList<>();
        List<SqlColumn> outputs = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        int keyCount = oneIn(12) ? random.nextInt(8, 20) : random.nextInt(4);
        int spelling = random.nextInt(4);
        for (int key = 0; key < keyCount; key++) {
            Kind kind = expressions.kind();
            String text = expressions.of(kind, oneIn(2) ? 0 : 1);
            String column = expressions.column(kind);
            String item = spelling == 3 || text.equals(expressions.literal(kind)) ? column : text;
            add(items, outputs, item, kind);
            keys.add(
                    switch (spelling) {
                        case 0 -> item;
                        case 1 -> String.valueOf(key + 1);
                        default -> prefix + key;
                    });
        }
        for (int count = random.nextInt(keyCount == 0 ? 1 : 0, 5); count > 0 || items.isEmpty(); count--) {
            AggregateGenerator.Aggregate aggregate = aggregates.next();
            add(items, outputs, prefix.equals(INNER) ? typed(aggregate) : aggregate.text(), aggregate.kind());
        }
        String groupBy = keys.isEmpty() ? "" : " GROUP BY " + (spelling == 3 ? "ALL" : groupingSets(keys, items));
        String having = oneIn(5) ? " HAVING " + aggregates.condition() : "";
        return new SqlQuery(
                select(items) + " FROM " + from + where(expressions) + groupBy + having, outputs, List.of());
    }

    /// Where decimals of 38 digits meet others, DuckDB rounds what stands behind the point; not if they have most of
    /// it.
    private static String typed(AggregateGenerator.Aggregate aggregate) {
        return aggregate.kind() == Kind.DECIMAL ? "CAST(" + aggregate.text() + " AS DECIMAL(38, 5))" : aggregate.text();
    }

    /// The keys as they are, or some of their subsets as well; at most 2^4 of them. DuckDB takes a key that stands
    /// twice for null in sets that have its second place alone.
    private String groupingSets(List<String> keys, List<String> items) {
        String list = String.join(", ", keys);
        long different = items.subList(0, keys.size()).stream()
                .map(item -> item.replaceFirst(" AS \\w+$", ""))
                .distinct()
                .count();
        boolean numbers = items.stream().anyMatch(item -> item.matches("-?\\d+ AS .*"));
        if (keys.size() > 4 || different < keys.size() || numbers || !oneIn(6)) {
            return list;
        }
        return switch (random.nextInt(4)) {
            case 0 -> "ROLLUP (" + list + ")";
            case 1 -> "CUBE (" + list + ")";
            case 2 -> "GROUPING SETS ((" + list + "), " + pick(keys) + ", ())";
            default -> pick(keys) + ", ROLLUP (" + list + ")";
        };
    }

    /// Rows of one query and then those of another with columns of the same kinds.
    private SqlQuery union(String from, List<SqlColumn> columns) {
        ExprGenerator expressions = new ExprGenerator(random, columns);
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        List<SqlColumn> outputs = new ArrayList<>();
        for (int count = random.nextInt(1, 5); count > 0; count--) {
            Kind kind = expressions.kind();
            String column = expressions.column(kind);
            add(first, outputs, column, kind);
            second.add(oneIn(4) ? "NULL" : column);
        }
        String distinct = oneIn(2) ? "" : "DISTINCT ";
        String text = select(first) + " FROM " + from + where(expressions) + " UNION ALL SELECT " + distinct
                + String.join(", ", second) + " FROM " + from + where(expressions);
        return new SqlQuery(text, outputs, List.of());
    }

    private SqlQuery windows(String from, List<SqlColumn> columns) {
        ExprGenerator expressions = new ExprGenerator(random, columns);
        List<String> items = new ArrayList<>();
        List<SqlColumn> outputs = new ArrayList<>();
        add(items, outputs, "id", Kind.INTEGER);
        for (int count = random.nextInt(1, 4); count > 0; count--) {
            String partition = oneIn(3) ? "" : "PARTITION BY " + expressions.column(expressions.kind()) + " ";
            String order = "ORDER BY " + expressions.column(expressions.kind()) + direction();
            Kind kind = pick(List.of(Kind.INTEGER, Kind.FLOAT));
            switch (random.nextInt(4)) {
                case 0 -> add(items, outputs, "row_number() OVER (" + partition + order + ", id)", Kind.INTEGER);
                case 1 -> add(items, outputs, "rank() OVER (" + partition + order + ")", Kind.INTEGER);
                case 2 -> add(items, outputs, "dense_rank() OVER (" + partition + order + ")", Kind.INTEGER);
                default ->
                    add(
                            items,
                            outputs,
                            pick(List.of("sum", "min", "max", "avg", "count")) + "(" + expressions.column(kind)
                                    + (kind == Kind.FLOAT ? " % 1000" : "") + ") OVER (" + partition.strip() + ")",
                            Kind.FLOAT);
            }
        }
        String qualify = oneIn(4) ? " QUALIFY row_number() OVER (ORDER BY id) <= 5" : "";
        return new SqlQuery(select(items) + " FROM " + from + where(expressions) + qualify, outputs, List.of());
    }

    private String direction() {
        return pick(List.of("", " ASC", " DESC", " DESC NULLS FIRST", " NULLS FIRST", " NULLS LAST"));
    }

    /// A query over the result of a query.
    private SqlQuery nested(String from, List<SqlColumn> columns) {
        SqlQuery inner = new QueryGenerator(random, INNER).innermost(from, columns);
        boolean with = oneIn(2);
        String source = with ? "s" : "(" + inner.text() + ") AS s";
        SqlQuery outer = oneIn(2) ? projection(source, inner.columns()) : aggregation(source, inner.columns());
        return with ? outer.unordered("WITH s AS (" + inner.text() + ") " + outer.text()) : outer;
    }

    private SqlQuery innermost(String from, List<SqlColumn> columns) {
        return switch (random.nextInt(3)) {
            case 0 -> projection(from, columns);
            case 1 -> distinct(from, columns);
            default -> aggregation(from, columns);
        };
    }

    private SqlQuery ordered(SqlQuery query) {
        if (oneIn(2)) {
            return query;
        }
        int total = query.columns().size();
        boolean exact = query.columns().stream().noneMatch(column -> column.kind() == Kind.FLOAT);
        boolean limited = exact && oneIn(2);
        int used = limited ? total : random.nextInt(1, total + 1);
        List<Integer> positions = shuffled(total).subList(0, used);
        List<SortSpec> specs = new ArrayList<>();
        List<String> terms = new ArrayList<>();
        for (int position : positions) {
            String direction = direction();
            boolean descending = direction.contains("DESC");
            specs.add(new SortSpec(position, descending, direction.contains("NULLS FIRST")));
            terms.add((oneIn(2) ? prefix + position : String.valueOf(position + 1)) + direction);
        }
        String limit = limited ? " LIMIT " + random.nextInt(8) + (oneIn(3) ? " OFFSET " + random.nextInt(4) : "") : "";
        String text = query.text() + " ORDER BY " + String.join(", ", terms) + limit;
        return new SqlQuery(text, query.columns(), specs);
    }

    private List<Integer> shuffled(int count) {
        List<Integer> positions = IntStream.range(0, count).boxed().collect(Collectors.toList());
        java.util.Collections.shuffle(positions, new java.util.Random(random.nextLong()));
        return positions;
    }
}
