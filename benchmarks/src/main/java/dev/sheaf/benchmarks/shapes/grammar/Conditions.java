package dev.sheaf.benchmarks.shapes.grammar;

import dev.sheaf.benchmarks.shapes.grammar.Expressions.Expression;
import dev.sheaf.benchmarks.shapes.table.ColumnClass;
import dev.sheaf.benchmarks.shapes.table.Kind;
import dev.sheaf.benchmarks.shapes.table.WideColumn;
import dev.sheaf.benchmarks.shapes.table.WideTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Conditions over the columns of a table. What is drawn is noted in `drawn`.
record Conditions(WideTable table, Dice dice, Expressions expressions, List<String> drawn) {
    private static final int MOST_MEMBERS = 8;

    /// The kinds of comparison, each as likely as the others.
    private enum Comparison {
        LESS,
        GREATER,
        BETWEEN,
        EQUAL,
        DIFFERENT,
        IN,
        LIKE,
        IS_NULL,
        IS_NOT_NULL
    }

    /// 1 to 3 parts.
    String whole() {
        int count = dice.upTo(Grammar.MOST_PARTS);
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(part());
        }
        return String.join(dice.chance(0.5) ? " AND " : " OR ", parts);
    }

    /// One comparison of a column, or of an expression of it, with constants.
    String part() {
        WideColumn column = dice.pick(table.of(dice.pick(List.of(ColumnClass.values()))));
        Comparison comparison = dice.pick(List.of(Comparison.values()));
        if (comparison == Comparison.LIKE && column.kind() != Kind.TEXT) {
            comparison = Comparison.BETWEEN;
        }
        boolean isComputed = dice.chance(Grammar.EXPRESSIONS);
        Expression expression = isComputed ? expressions.any(column) : Expressions.plain(column);
        drawn.add("condition " + comparison);
        drawn.add("condition " + (isComputed ? "computed" : "plain"));
        return comparison == Comparison.LIKE
                ? column.name() + " LIKE " + expressions.pattern(column)
                : compare(expression, column, comparison);
    }

    private String compare(Expression expression, WideColumn column, Comparison comparison) {
        String value = expression.of(column.name());
        return switch (comparison) {
            case LESS -> value + " < " + bound(expression, column);
            case GREATER -> value + " >= " + bound(expression, column);
            case BETWEEN -> between(value, expression, column);
            case EQUAL -> value + " = " + member(expression, column);
            case DIFFERENT -> value + " <> " + member(expression, column);
            case IN -> value + " IN (" + members(expression, column) + ")";
            case IS_NULL -> value + " IS NULL";
            case IS_NOT_NULL, LIKE -> value + " IS NOT NULL";
        };
    }

    private String bound(Expression expression, WideColumn column) {
        return expression.of(column.threshold(dice.share()));
    }

    /// A range of any width anywhere.
    private String between(String value, Expression expression, WideColumn column) {
        double width = dice.share();
        double start = dice.random().nextDouble() * (1 - width);
        return value + " BETWEEN " + expression.of(column.threshold(start)) + " AND "
                + expression.of(column.threshold(start + width));
    }

    private String member(Expression expression, WideColumn column) {
        return expression.of(column.literal((long) (dice.random().nextDouble() * column.values())));
    }

    private String members(Expression expression, WideColumn column) {
        return IntStream.range(0, 1 + dice.upTo(MOST_MEMBERS))
                .mapToObj(_ -> member(expression, column))
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
