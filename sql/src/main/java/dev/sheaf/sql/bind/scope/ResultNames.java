package dev.sheaf.sql.bind.scope;

import dev.sheaf.sql.function.Intervals;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Names the result of an expression without alias as DuckDB does: `sum(v1)`, `(max(v1) - min(v2))`. Functions
/// are in lower case, columns as their table spells them. One difference: `count(*)` keeps its name.
public final class ResultNames {
    private final Scope scope;
    private final ColumnChoice choice;

    public ResultNames(Scope scope, ColumnChoice choice) {
        this.scope = scope;
        this.choice = choice;
    }

    public String of(Expression expression) {
        return switch (expression) {
            case Expression.Column column ->
                SelectContext.relation(column)
                        .map(relation -> scope.find(relation, column.last().text()))
                        .orElseGet(() -> scope.find(column.last().text()))
                        .map(ScopeColumn::name)
                        .orElse(column.last().text());
            case Expression.Position position -> "#" + position.number();
            case Expression.Star star -> star.relation().isEmpty() ? "*" : Name.dotted(star.relation()) + ".*";
            case Expression.Columns _ -> choice.current().map(scope::nameOf).orElse("COLUMNS");
            case Expression.Numeral number -> number.digits();
            case Expression.Text text -> quoted(text.value());
            case Expression.Bytes bytes -> "X'" + bytes.hex() + "'";
            case Expression.Bool bool -> bool.value() ? "true" : "false";
            case Expression.Null _ -> "NULL";
            case Expression.OfRow row -> of(row.value());
            case Expression.Seeing seeing -> of(seeing.value());
            case Expression.Default _ -> "DEFAULT";
            case Expression.Parameter parameter -> "$" + parameter.key();
            case Expression.Typed typed ->
                "CAST(" + of(typed.text()) + " AS " + typed.type().text() + ")";
            case Expression.Interval interval -> interval(interval);
            case Expression.Prefix prefix -> prefix(prefix);
            case Expression.Chain chain -> chain(chain);
            case Expression.Is is -> "(" + of(is.operand()) + " IS" + not(is.negated()) + " " + is.test() + ")";
            case Expression.Between between ->
                "(" + of(between.operand()) + not(between.negated()) + " BETWEEN " + of(between.low()) + " AND "
                        + of(between.high()) + ")";
            case Expression.InList in ->
                "(" + of(in.operand()) + not(in.negated()) + " IN (" + list(in.options()) + "))";
            case Expression.InQuery in -> "(" + of(in.operand()) + not(in.negated()) + " IN (query))";
            case Expression.InValue in -> "(" + of(in.operand()) + not(in.negated()) + " IN " + of(in.list()) + ")";
            case Expression.Like like -> like(like);
            case Expression.Quantified any ->
                "(" + of(any.operand()) + " " + any.operator().symbol() + (any.every() ? " ALL" : " ANY") + " (query))";
            case Expression.Cast cast ->
                (cast.lenient() ? "TRY_CAST(" : "CAST(") + of(cast.operand()) + " AS "
                        + cast.type().text() + ")";
            case Expression.Collate collate -> of(collate.operand()) + " COLLATE " + Name.dotted(collate.collation());
            case Expression.AtTimeZone at -> "timezone(" + of(at.zone()) + ", " + of(at.operand()) + ")";
            case Expression.Case branches -> branches(branches);
            case Expression.Call call -> call(call);
            case Expression.Scalar _, Expression.ArrayOf _ -> "subquery";
            case Expression.Exists _ -> "EXISTS";
            case Expression.ListOf list -> "list_value(" + list(list.elements()) + ")";
            case Expression.Comprehension list -> of(list.element());
            case Expression.StructOf struct ->
                "struct_pack(" + list(struct.fields(), field -> named(field.name()) + of(field.value())) + ")";
            case Expression.MapOf _ -> "map";
            case Expression.Row row -> "row(" + list(row.values()) + ")";
            case Expression.Subscript at -> of(at.operand()) + "[" + of(at.index()) + "]";
            case Expression.Slice slice -> of(slice.operand()) + "[" + of(slice.from()) + ":" + of(slice.to()) + "]";
            case Expression.Field field ->
                of(field.operand()) + "." + field.field().text();
            case Expression.Lambda lambda ->
                "(lambda " + list(lambda.parameters(), Name::text) + ": " + of(lambda.body()) + ")";
        };
    }

    private String of(Optional<Expression> expression) {
        return expression.map(this::of).orElse("");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String not(boolean negated) {
        return negated ? " NOT" : "";
    }

    private static String named(Optional<Name> name) {
        return name.map(given -> given.text() + " := ").orElse("");
    }

    private static <T> String list(Collection<T> parts, Function<T, String> text) {
        return parts.stream().map(text).collect(Collectors.joining(", "));
    }

    private String list(List<Expression> expressions) {
        return list(expressions, this::of);
    }

    private String interval(Expression.Interval interval) {
        return Intervals.constant(interval)
                .map(text -> "CAST(" + quoted(text) + " AS interval)")
                .orElseGet(() -> "(INTERVAL " + of(interval.amount())
                        + interval.unit().map(unit -> " " + unit.text()).orElse("") + ")");
    }

    private String prefix(Expression.Prefix prefix) {
        String operand = of(prefix.operand());
        return switch (prefix.sign()) {
            case NOT -> "(NOT " + operand + ")";
            case MINUS -> "-" + operand;
            case PLUS -> "+" + operand;
            case TILDE -> "~" + operand;
            case ABSOLUTE -> "@" + operand;
        };
    }

    /// `((a + b) + c)`, but `(a AND b AND c)`.
    private String chain(Expression.Chain chain) {
        Operator first = chain.links().getFirst().operator();
        boolean flat = first == Operator.AND || first == Operator.OR;
        StringBuilder text =
                new StringBuilder("(".repeat(flat ? 1 : chain.links().size()));
        text.append(of(chain.first()));
        for (Expression.Link link : chain.links()) {
            text.append(' ').append(link.operator().symbol()).append(' ').append(of(link.operand()));
            text.append(flat ? "" : ")");
        }
        return text.append(flat ? ")" : "").toString();
    }

    private String like(Expression.Like like) {
        return "(" + of(like.operand()) + not(like.negated()) + " "
                + like.matching().name().replace('_', ' ') + " " + of(like.pattern())
                + like.escape().map(escape -> " ESCAPE " + of(escape)).orElse("") + ")";
    }

    private String branches(Expression.Case branches) {
        StringBuilder text = new StringBuilder("CASE");
        for (Expression.When when : branches.branches()) {
            String condition = of(when.condition());
            text.append(" WHEN ")
                    .append(branches.subject()
                            .map(subject -> "(" + of(subject) + " = " + condition + ")")
                            .orElse(condition));
            text.append(" THEN ").append(of(when.result()));
        }
        return text + " ELSE " + branches.otherwise().map(this::of).orElse("NULL") + " END";
    }

    private String call(Expression.Call call) {
        var modifiers = call.modifiers();
        return call.name().toLowerCase(Locale.ROOT) + "(" + (modifiers.distinct() ? "DISTINCT " : "")
                + list(call.arguments(), argument -> named(argument.name()) + of(argument.value()))
                + order(" ORDER BY ", modifiers.orderBy())
                + ")"
                + (modifiers.withinGroup().isEmpty()
                        ? ""
                        : " WITHIN GROUP (" + order("ORDER BY ", modifiers.withinGroup()) + ")")
                + modifiers
                        .filter()
                        .map(filter -> " FILTER (WHERE " + of(filter) + ")")
                        .orElse("")
                + call.over().map(over -> " OVER " + over(over)).orElse("");
    }

    private String order(String words, List<OrderItem> items) {
        return items.isEmpty() ? "" : words + list(items, this::orderItem);
    }

    private String orderItem(OrderItem item) {
        return item.value().map(this::of).orElse("ALL")
                + (item.descending() ? " DESC" : "")
                + item.nullsFirst()
                        .map(first -> first ? " NULLS FIRST" : " NULLS LAST")
                        .orElse("");
    }

    private String over(Clauses.Over over) {
        return switch (over) {
            case Clauses.NamedOver named -> named.name().text();
            case Clauses.Window window -> window(window);
        };
    }

    private String window(Clauses.Window window) {
        String base = window.base().map(Name::text).orElse("");
        String partition = window.partitionBy().isEmpty() ? "" : " PARTITION BY " + list(window.partitionBy());
        String frame = window.frame().map(this::frame).orElse("");
        return "(" + (base + partition + order(" ORDER BY ", window.orderBy()) + frame).strip() + ")";
    }

    private String frame(Clauses.Frame frame) {
        return " " + frame.unit() + " BETWEEN " + bound(frame.lower()) + " AND " + bound(frame.upper())
                + (frame.exclusion() == Clauses.Exclusion.NO_OTHERS ? "" : " EXCLUDE " + words(frame.exclusion()));
    }

    private String bound(Clauses.Bound bound) {
        return bound.distance().map(distance -> of(distance) + " ").orElse("") + words(bound.edge());
    }

    private static String words(Enum<?> word) {
        return word.name().replace('_', ' ');
    }
}
