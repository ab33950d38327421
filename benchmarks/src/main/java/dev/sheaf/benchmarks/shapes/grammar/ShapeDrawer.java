package dev.sheaf.benchmarks.shapes.grammar;

import dev.sheaf.benchmarks.shapes.grammar.AggregateKind.Takes;
import dev.sheaf.benchmarks.shapes.grammar.Expressions.Expression;
import dev.sheaf.benchmarks.shapes.grammar.Shape.Form;
import dev.sheaf.benchmarks.shapes.table.ColumnClass;
import dev.sheaf.benchmarks.shapes.table.Kind;
import dev.sheaf.benchmarks.shapes.table.WideColumn;
import dev.sheaf.benchmarks.shapes.table.WideTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Draws shapes with the weights of [Grammar].
public final class ShapeDrawer {
    private static final long STREAM = 0x5851F42D4C957F2DL;

    private static final List<Form> OTHER_FORMS = List.of(Form.FILTER, Form.SORT, Form.TOP_N, Form.DISTINCT);

    private final int number;
    private final WideTable table;
    private final Dice dice;
    private final Expressions expressions;
    private final Conditions conditions;
    private final List<String> drawn = new ArrayList<>();

    /// The first `count` shapes of a seed. A shape depends on the seed, its number and the number of rows, through
    /// the constants that it compares with, and not on `count`.
    public static List<Shape> draw(long seed, int count, List<WideTable> tables) {
        List<Shape> shapes = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            SplittableRandom random = new SplittableRandom(seed * STREAM + number);
            WideTable table = tables.get(random.nextInt(tables.size()));
            shapes.add(new ShapeDrawer(number, table, new Dice(random)).shape());
        }
        return List.copyOf(shapes);
    }

    private ShapeDrawer(int number, WideTable table, Dice dice) {
        this.number = number;
        this.table = table;
        this.dice = dice;
        expressions = new Expressions(dice);
        conditions = new Conditions(table, dice, expressions, drawn);
    }

    private Shape shape() {
        boolean isGroupBy = dice.chance(Grammar.GROUP_BYS_OF_FIVE / 5.0);
        return isGroupBy ? groupBy() : other(dice.pick(OTHER_FORMS));
    }

    private Shape groupBy() {
        List<String> columns = keys(dice.upTo(Grammar.MOST_KEYS));
        int keys = columns.size();
        int count = dice.logUpTo(Grammar.MOST_AGGREGATES);
        List<AggregateKind> kinds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kinds.add(dice.pick(List.of(AggregateKind.values())));
            columns.add(aggregate(kinds.getLast()) + " AS a" + i);
        }
        drawn.add("aggregates " + count);
        String groups =
                IntStream.rangeClosed(1, keys).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        return done(Form.GROUP_BY, select("", columns, maybeWhere()) + " GROUP BY " + groups, keys, kinds, 0);
    }

    private Shape other(Form form) {
        List<String> columns = keys(dice.upTo(form == Form.DISTINCT ? Grammar.MOST_KEYS : Grammar.MOST_COLUMNS));
        String distinct = form == Form.DISTINCT ? "DISTINCT " : "";
        String sql = select(distinct, columns, form == Form.FILTER ? where() : maybeWhere());
        int most = Math.min(Grammar.MOST_SORT_KEYS, columns.size());
        boolean isSorted = form == Form.SORT || form == Form.TOP_N;
        int sortKeys = isSorted ? dice.upTo(most) : 0;
        String orderBy = isSorted
                ? IntStream.rangeClosed(1, sortKeys)
                        .mapToObj(place -> place + direction())
                        .collect(Collectors.joining(", ", " ORDER BY ", ""))
                : "";
        String limit = form == Form.TOP_N ? " LIMIT " + dice.logUpTo(Grammar.MOST_ROWS_OF_A_TOP) : "";
        return done(form, sql + orderBy + limit, columns.size(), List.of(), sortKeys);
    }

    private Shape done(Form form, String sql, int keys, List<AggregateKind> kinds, int sortKeys) {
        drawn.add("form " + form);
        drawn.add("columns " + keys);
        drawn.add(sql.contains(" WHERE ") ? "where" : "no where");
        return new Shape(number, table.name(), form, sql, keys, kinds, sortKeys, drawn);
    }

    private String select(String distinct, List<String> columns, String where) {
        return "SELECT " + distinct + String.join(", ", columns) + " FROM " + table.name() + where;
    }

    private String maybeWhere() {
        return dice.chance(Grammar.CONDITIONS) ? where() : "";
    }

    private String where() {
        return " WHERE (" + conditions.whole() + ")";
    }

    private String direction() {
        return dice.pick(List.of(" ASC", " DESC")) + dice.pick(List.of(" NULLS FIRST", " NULLS LAST"));
    }

    private List<String> keys(int count) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ColumnClass columnClass = dice.pick(List.of(ColumnClass.values()));
            drawn.add("key " + columnClass);
            keys.add(value("key", dice.pick(table.of(columnClass))).sql() + " AS k" + i);
        }
        return keys;
    }

    /// A value and its kind.
    private record Value(String sql, Kind kind) {}

    /// A column, or in one of three times an expression of it.
    private Value value(String role, WideColumn column) {
        boolean isComputed = dice.chance(Grammar.EXPRESSIONS);
        Expression expression = isComputed ? expressions.any(column) : Expressions.plain(column);
        drawn.add(role + (isComputed ? " computed" : " plain"));
        if (isComputed) {
            drawn.add("expression " + expression.name());
        }
        return new Value(expression.of(column.name()), expression.kind());
    }

    private String aggregate(AggregateKind kind) {
        drawn.add("aggregate " + kind);
        String call = call(kind);
        boolean isFiltered = dice.chance(Grammar.FILTERED_AGGREGATES);
        return isFiltered ? call + " FILTER (WHERE " + conditions.part() + ")" : call;
    }

    private String call(AggregateKind kind) {
        return switch (kind.takes()) {
            case NOTHING -> kind.call();
            case CONDITION -> kind.call(conditions.part());
            case ANYTHING, NUMBER, INTEGER, TEXT, DOUBLE, MODERATE -> kind.call(argument(kind.takes()));
            case TWO_MODERATE -> kind.call(argument(Takes.MODERATE), argument(Takes.MODERATE));
            case ANYTHING_BY_NUMBER -> kind.call(argument(Takes.ANYTHING), argument(Takes.MODERATE));
        };
    }

    private String argument(Takes takes) {
        return switch (takes) {
            case NUMBER -> valueOf(column(takes), Kind::isNumber).sql();
            case INTEGER -> valueOf(column(takes), kind -> kind == Kind.INTEGER).sql();
            case TEXT -> valueOf(column(takes), kind -> kind == Kind.TEXT).sql();
            case DOUBLE, MODERATE ->
                "CAST(" + valueOf(column(takes), Kind::isNumber).sql() + " AS DOUBLE)";
            case NOTHING, ANYTHING, CONDITION, ANYTHING_BY_NUMBER, TWO_MODERATE ->
                value("argument", column(takes)).sql();
        };
    }

    /// A kind of values that the aggregate takes, then a column of it, each as likely as the others.
    private WideColumn column(Takes takes) {
        Predicate<WideColumn> fits = switch (takes) {
            case NUMBER, DOUBLE -> column -> column.kind().isNumber();
            case INTEGER -> column -> column.kind() == Kind.INTEGER;
            case TEXT -> column -> column.kind() == Kind.TEXT;
            case MODERATE, TWO_MODERATE -> Expressions::isModerate;
            case NOTHING, ANYTHING, CONDITION, ANYTHING_BY_NUMBER -> _ -> true;
        };
        List<WideColumn> fitting = table.columns().stream().filter(fits).toList();
        Kind kind = dice.pick(Arrays.stream(Kind.values())
                .filter(one -> fitting.stream().anyMatch(column -> column.kind() == one))
                .toList());
        return dice.pick(
                fitting.stream().filter(column -> column.kind() == kind).toList());
    }

    /// A value of a fitting kind: the column itself, unless an expression of it that is drawn fits.
    private Value valueOf(WideColumn column, Predicate<Kind> fits) {
        Value value = value("argument", column);
        return fits.test(value.kind()) ? value : new Value(column.name(), column.kind());
    }
}
