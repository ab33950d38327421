package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Clauses.Bound;
import dev.sheaf.sql.tree.Clauses.Grouping;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Clauses.Over;
import dev.sheaf.sql.tree.Clauses.Sample;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Writes a tree as SQL in which parentheses leave no question of precedence open.
public final class SqlPrinter {
    private SqlPrinter() {}

    private static <T> String list(Collection<T> parts, Function<T, String> text) {
        return parts.stream().map(text).collect(Collectors.joining(", "));
    }

    private static <T> String list(String before, Collection<T> parts, Function<T, String> text) {
        return parts.isEmpty() ? "" : before + list(parts, text);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String name(Name name) {
        return '"' + name.text().replace("\"", "\"\"") + '"';
    }

    private static String path(List<Name> path) {
        return path.stream().map(SqlPrinter::name).collect(Collectors.joining("."));
    }

    private static String not(boolean negated) {
        return negated ? " NOT" : "";
    }

    /// An operand: in parentheses, unless nothing can be mistaken.
    private static String in(Expression expression) {
        return switch (expression) {
            case Expression.Numeral _, Expression.Text _, Expression.Null _, Expression.Bool _, Expression.Column _ ->
                of(expression);
            case Expression.Call _, Expression.Scalar _, Expression.Row _, Expression.ListOf _ -> of(expression);
            case Expression.Parameter _, Expression.Star _, Expression.Columns _, Expression.Case _ -> of(expression);
            default -> "(" + of(expression) + ")";
        };
    }

    private static String of(Optional<Expression> expression) {
        return expression.map(SqlPrinter::of).orElse("");
    }

    public static String of(Expression expression) {
        return switch (expression) {
            case Expression.Numeral number -> number.digits();
            case Expression.Text text -> quoted(text.value());
            case Expression.Bytes bytes -> "x'" + bytes.hex() + "'";
            case Expression.Bool bool -> bool.value() ? "TRUE" : "FALSE";
            case Expression.Null _ -> "NULL";
            case Expression.OfRow row -> of(row.value());
            case Expression.Seeing seeing -> of(seeing.value());
            case Expression.Default _ -> "DEFAULT";
            case Expression.Typed typed ->
                typed.type().text() + " " + quoted(typed.text().value());
            case Expression.Interval interval ->
                "INTERVAL "
                        + (interval.amount() instanceof Expression.Text text
                                ? quoted(text.value())
                                : "(" + of(interval.amount()) + ")")
                        + interval.unit().map(unit -> " " + unit.text()).orElse("");
            case Expression.Parameter parameter -> "$" + parameter.key();
            case Expression.Column column -> path(column.path());
            case Expression.Position position -> "#" + position.number();
            case Expression.Star star -> star(star);
            case Expression.Columns columns ->
                (columns.unpacked() ? "*" : "") + "COLUMNS(" + of(columns.pattern()) + ")";
            case Expression.Prefix prefix -> sign(prefix) + in(prefix.operand());
            case Expression.Chain chain ->
                in(chain.first())
                        + chain.links().stream()
                                .map(link -> " " + link.operator().symbol() + " " + in(link.operand()))
                                .collect(Collectors.joining());
            case Expression.Quantified any ->
                in(any.operand()) + " " + any.operator().symbol() + (any.every() ? " ALL " : " ANY ")
                        + (any.among() instanceof Expression.Scalar ? of(any.among()) : "(" + of(any.among()) + ")");
            case Expression.Is is -> in(is.operand()) + " IS" + not(is.negated()) + " " + is.test();
            case Expression.Between between ->
                in(between.operand()) + not(between.negated()) + " BETWEEN " + (between.symmetric() ? "SYMMETRIC " : "")
                        + in(between.low()) + " AND " + in(between.high());
            case Expression.InList in ->
                in(in.operand()) + not(in.negated()) + " IN (" + list(in.options(), SqlPrinter::of) + ")";
            case Expression.InQuery in -> in(in.operand()) + not(in.negated()) + " IN (" + of(in.query()) + ")";
            case Expression.InValue in -> in(in.operand()) + not(in.negated()) + " IN " + value(in.list());
            case Expression.Like like -> like(like);
            case Expression.Cast cast ->
                (cast.lenient() ? "TRY_CAST(" : "CAST(") + of(cast.operand()) + " AS "
                        + cast.type().text() + ")";
            case Expression.Collate collate -> in(collate.operand()) + " COLLATE " + path(collate.collation());
            case Expression.AtTimeZone at -> in(at.operand()) + " AT TIME ZONE " + in(at.zone());
            case Expression.Case branches -> branches(branches);
            case Expression.Call call -> call(call);
            case Expression.Scalar scalar -> "(" + of(scalar.query()) + ")";
            case Expression.Exists exists -> "EXISTS (" + of(exists.query()) + ")";
            case Expression.ArrayOf array -> "ARRAY (" + of(array.query()) + ")";
            case Expression.ListOf list -> "[" + list(list.elements(), SqlPrinter::of) + "]";
            case Expression.Comprehension list ->
                "[" + of(list.element()) + " FOR " + list(list.names(), SqlPrinter::name) + " IN " + in(list.list())
                        + list.condition()
                                .map(condition -> " IF " + of(condition))
                                .orElse("") + "]";
            case Expression.StructOf struct ->
                "{" + list(struct.fields(), field -> name(field.name().orElseThrow()) + ": " + of(field.value())) + "}";
            case Expression.MapOf map ->
                "MAP {" + list(map.entries(), entry -> of(entry.condition()) + ": " + of(entry.result())) + "}";
            case Expression.Row row -> "ROW(" + list(row.values(), SqlPrinter::of) + ")";
            case Expression.Subscript at -> "(" + of(at.operand()) + ")[" + of(at.index()) + "]";
            case Expression.Slice slice -> slice(slice);
            case Expression.Field field -> "(" + of(field.operand()) + ")." + name(field.field());
            case Expression.Lambda lambda ->
                "(lambda " + list(lambda.parameters(), SqlPrinter::name) + ": " + of(lambda.body()) + ")";
        };
    }

    /// Parentheses would make one value a list of one.
    private static String value(Expression list) {
        return switch (list) {
            case Expression.Column _, Expression.Call _, Expression.ListOf _, Expression.Parameter _ -> of(list);
            case Expression.Numeral _, Expression.Text _ -> of(list);
            case Expression.Subscript _, Expression.Slice _, Expression.Field _, Expression.Cast _ -> of(list);
            default -> in(list) + " || NULL";
        };
    }

    private static String sign(Expression.Prefix prefix) {
        return switch (prefix.sign()) {
            case NOT -> "NOT ";
            case MINUS -> "- ";
            case PLUS -> "+ ";
            case TILDE -> "~ ";
            case ABSOLUTE -> "@ ";
        };
    }

    private static String star(Expression.Star star) {
        String relation = star.relation().isEmpty() ? "" : path(star.relation()) + ".";
        String exclude = star.exclude().isEmpty() ? "" : " EXCLUDE (" + list(star.exclude(), SqlPrinter::path) + ")";
        String replace = star.replace().isEmpty()
                ? ""
                : " REPLACE (" + list(star.replace(), one -> of(one.value()) + " AS " + name(one.column())) + ")";
        String rename = star.rename().isEmpty()
                ? ""
                : " RENAME (" + list(star.rename(), one -> path(one.column()) + " AS " + name(one.name())) + ")";
        return relation + "*" + exclude + replace + rename;
    }

    private static String slice(Expression.Slice slice) {
        String step = slice.step().map(by -> ":" + of(by)).orElse("");
        String to = slice.to().isEmpty() && slice.step().isPresent() ? "-" : of(slice.to());
        return "(" + of(slice.operand()) + ")[" + of(slice.from()) + ":" + to + step + "]";
    }

    private static String like(Expression.Like like) {
        String words = like.matching() == Expression.Matching.REGEX
                ? like.negated() ? " !~" : " ~"
                : not(like.negated()) + " " + like.matching().name().replace('_', ' ');
        return in(like.operand()) + words + " " + in(like.pattern())
                + like.escape().map(escape -> " ESCAPE " + in(escape)).orElse("");
    }

    private static String branches(Expression.Case branches) {
        StringBuilder text = new StringBuilder("CASE");
        branches.subject().ifPresent(subject -> text.append(' ').append(of(subject)));
        branches.branches()
                .forEach(when -> text.append(" WHEN ")
                        .append(of(when.condition()))
                        .append(" THEN ")
                        .append(of(when.result())));
        branches.otherwise().ifPresent(last -> text.append(" ELSE ").append(of(last)));
        return text + " END";
    }

    private static String call(Expression.Call call) {
        var modifiers = call.modifiers();
        String arguments = list(call.arguments(), SqlPrinter::argument);
        String function = call.function().stream().map(Name::text).collect(Collectors.joining("."));
        return function + "(" + (modifiers.distinct() ? "DISTINCT " : "") + arguments
                + list(" ORDER BY ", modifiers.orderBy(), SqlPrinter::order)
                + modifiers
                        .ignoreNulls()
                        .map(ignore -> ignore ? " IGNORE NULLS" : " RESPECT NULLS")
                        .orElse("")
                + ")"
                + (modifiers.withinGroup().isEmpty()
                        ? ""
                        : " WITHIN GROUP (ORDER BY " + list(modifiers.withinGroup(), SqlPrinter::order) + ")")
                + modifiers
                        .filter()
                        .map(filter -> " FILTER (WHERE " + of(filter) + ")")
                        .orElse("")
                + (modifiers.exportState() ? " EXPORT_STATE" : "")
                + call.over().map(over -> " OVER " + over(over)).orElse("");
    }

    private static String argument(Argument argument) {
        return argument.name().map(name -> name(name) + " := ").orElse("") + of(argument.value());
    }

    private static String order(OrderItem item) {
        return item.value().map(SqlPrinter::of).orElse("ALL")
                + (item.descending() ? " DESC" : "")
                + item.nullsFirst()
                        .map(first -> first ? " NULLS FIRST" : " NULLS LAST")
                        .orElse("");
    }

    private static String over(Over over) {
        return switch (over) {
            case Clauses.NamedOver named -> name(named.name());
            case Clauses.Window window -> window(window);
        };
    }

    private static String window(Clauses.Window window) {
        return "("
                + (window.base().map(SqlPrinter::name).orElse("")
                                + list(" PARTITION BY ", window.partitionBy(), SqlPrinter::of)
                                + list(" ORDER BY ", window.orderBy(), SqlPrinter::order)
                                + window.frame().map(SqlPrinter::frame).orElse(""))
                        .strip()
                + ")";
    }

    private static String frame(Clauses.Frame frame) {
        String exclusion = frame.exclusion() == Clauses.Exclusion.NO_OTHERS
                ? ""
                : " EXCLUDE " + frame.exclusion().name().replace('_', ' ');
        return " " + frame.unit() + " BETWEEN " + bound(frame.lower()) + " AND " + bound(frame.upper()) + exclusion;
    }

    private static String bound(Bound bound) {
        return bound.distance().map(distance -> in(distance) + " ").orElse("")
                + bound.edge().name().replace('_', ' ');
    }

    private static String item(Item item) {
        return of(item.value())
                + item.alias().map(alias -> " AS " + name(alias)).orElse("");
    }

    public static String of(Query query) {
        return switch (query) {
            case Query.With with ->
                "WITH " + (with.recursive() ? "RECURSIVE " : "") + list(with.tables(), SqlPrinter::table) + " "
                        + of(with.body());
            case Query.Ordered ordered -> ordered(ordered);
            case Query.Select select -> select(select);
            case Query.Combined combined -> combined(combined);
            case Query.Values values -> "VALUES " + list(values.rows(), row -> "(" + list(row, SqlPrinter::of) + ")");
            case Query.Description description ->
                (description.summary() ? "SUMMARIZE " : "DESCRIBE ") + "(" + of(description.query()) + ")";
            case Query.ShowTables tables -> tables.all() ? "SHOW ALL TABLES" : "SHOW TABLES";
            case Query.Pivot pivot ->
                "PIVOT " + of(pivot.relation()) + list(" ON ", pivot.on(), SqlPrinter::pivotColumn)
                        + list(" USING ", pivot.using(), SqlPrinter::item)
                        + list(" GROUP BY ", pivot.groupBy(), SqlPrinter::of);
            case Query.Unpivot unpivot ->
                "UNPIVOT " + of(unpivot.relation()) + (unpivot.includeNulls() ? " INCLUDE NULLS" : "")
                        + list(" ON ", unpivot.on(), SqlPrinter::item)
                        + unpivot.name().map(name -> " INTO NAME " + name(name)).orElse("")
                        + list(" VALUE ", unpivot.values(), SqlPrinter::name);
        };
    }

    private static String table(Clauses.CommonTable table) {
        return name(table.name()) + names(table.columns()) + " AS "
                + table.materialized()
                        .map(yes -> yes ? "MATERIALIZED " : "NOT MATERIALIZED ")
                        .orElse("") + "("
                + of(table.query()) + ")";
    }

    private static String names(List<Name> names) {
        return names.isEmpty() ? "" : "(" + list(names, SqlPrinter::name) + ")";
    }

    private static String ordered(Query.Ordered ordered) {
        String limit = ordered.limit()
                .map(given -> " LIMIT (" + of(given.count()) + ")" + (given.percent() ? "%" : ""))
                .orElse("");
        return "(" + of(ordered.body()) + ")" + list(" ORDER BY ", ordered.orderBy(), SqlPrinter::order) + limit
                + ordered.offset().map(offset -> " OFFSET " + in(offset)).orElse("");
    }

    private static String combined(Query.Combined combined) {
        StringBuilder text = new StringBuilder("(" + of(combined.first()) + ")");
        for (Query.Branch branch : combined.branches()) {
            text.append(' ')
                    .append(branch.operation())
                    .append(branch.all() ? " ALL" : "")
                    .append(branch.byName() ? " BY NAME" : "")
                    .append(" (")
                    .append(of(branch.query()))
                    .append(')');
        }
        return text.toString();
    }

    private static String select(Query.Select select) {
        String on = select.distinct().on().isEmpty()
                ? ""
                : "ON (" + list(select.distinct().on(), SqlPrinter::of) + ") ";
        return "SELECT " + (select.distinct().distinct() ? "DISTINCT " + on : "")
                + list(select.items(), SqlPrinter::item)
                + select.from().map(from -> " FROM " + of(from)).orElse("")
                + select.where().map(where -> " WHERE " + of(where)).orElse("")
                + list(" GROUP BY ", select.groupBy(), SqlPrinter::grouping)
                + select.having().map(having -> " HAVING " + of(having)).orElse("")
                + list(" WINDOW ", select.windows(), named -> name(named.name()) + " AS " + window(named.window()))
                + select.qualify().map(qualify -> " QUALIFY " + of(qualify)).orElse("")
                + select.sample()
                        .map(sample -> " USING SAMPLE " + sample(sample))
                        .orElse("");
    }

    private static String sample(Sample sample) {
        return sample.method().map(Name::text).orElse("") + "(" + of(sample.size())
                + (sample.percent() ? " PERCENT" : " ROWS") + ")"
                + sample.seed().map(seed -> " REPEATABLE (" + of(seed) + ")").orElse("");
    }

    private static String grouping(Grouping grouping) {
        return switch (grouping) {
            case Clauses.Key key -> of(key.value());
            case Clauses.All _ -> "ALL";
            case Clauses.Everything _ -> "()";
            case Clauses.Rollup rollup -> "ROLLUP (" + list(rollup.keys(), SqlPrinter::of) + ")";
            case Clauses.Cube cube -> "CUBE (" + list(cube.keys(), SqlPrinter::of) + ")";
            case Clauses.Sets sets -> "GROUPING SETS (" + list(sets.sets(), SqlPrinter::grouping) + ")";
        };
    }

    private static String pivotColumn(Clauses.PivotColumn column) {
        return in(column.column())
                + (column.values().isEmpty() ? "" : " IN (" + list(column.values(), SqlPrinter::item) + ")");
    }

    private static String of(Relation relation) {
        return switch (relation) {
            case Relation.Named named -> path(named.path());
            case Relation.Subquery subquery ->
                (subquery.lateral() ? "LATERAL " : "") + "(" + of(subquery.query()) + ")";
            case Relation.Function function ->
                (function.lateral() ? "LATERAL " : "")
                        + call(function.call())
                        + (function.ordinality() ? " WITH ORDINALITY" : "");
            case Relation.Aliased aliased ->
                in(aliased.relation()) + " AS " + name(aliased.name()) + names(aliased.columns());
            case Relation.Target target -> in(target.relation());
            case Relation.Sampled sampled -> in(sampled.relation()) + " TABLESAMPLE " + sample(sampled.sample());
            case Relation.Joined joined ->
                in(joined.first())
                        + joined.joins().stream().map(SqlPrinter::join).collect(Collectors.joining());
            case Relation.Pivoted pivoted ->
                in(pivoted.relation()) + " PIVOT (" + list(pivoted.using(), SqlPrinter::item) + " FOR "
                        + pivoted.on().stream().map(SqlPrinter::pivotColumn).collect(Collectors.joining(" "))
                        + list(" GROUP BY ", pivoted.groupBy(), SqlPrinter::name) + ")";
            case Relation.Unpivoted unpivoted ->
                in(unpivoted.relation()) + " UNPIVOT " + (unpivoted.includeNulls() ? "INCLUDE NULLS " : "") + "("
                        + (unpivoted.values().size() == 1
                                ? name(unpivoted.values().getFirst())
                                : names(unpivoted.values()))
                        + " FOR " + name(unpivoted.name()) + " IN (" + list(unpivoted.columns(), SqlPrinter::item)
                        + "))";
        };
    }

    private static String in(Relation relation) {
        return relation instanceof Relation.Joined ? "(" + of(relation) + ")" : of(relation);
    }

    private static String join(Relation.Join join) {
        String right = in(join.right());
        String words = (join.natural() ? "NATURAL " : "") + (join.asof() ? "ASOF " : "");
        String condition = join.condition()
                .map(given -> switch (given) {
                    case Relation.On on -> " ON " + of(on.condition());
                    case Relation.Using using -> " USING (" + list(using.columns(), SqlPrinter::name) + ")";
                })
                .orElse("");
        return join.kind() == Relation.JoinKind.COMMA
                ? ", " + right
                : " " + words + join.kind() + " JOIN " + right + condition;
    }
}
