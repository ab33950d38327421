package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Plans of joins on columns that are equal: one of the same name on both sides comes once, and other columns of one
/// name get suffixes.
record Joins(LogicalPlan left, LogicalPlan right, Merge merge) {
    private static final String SUFFIX = "_right";
    private static final String IN_LEFT = "left side's row";
    private static final String IN_RIGHT = "right side's row";

    /// The pairs of rows whose columns are equal.
    LogicalPlan plan() {
        if (merge.left().isEmpty()) {
            throw new IllegalArgumentException("a join needs columns to join on; crossJoin gives every pair");
        }
        merge.left().forEach(left.schema()::indexOf);
        merge.right().forEach(right.schema()::indexOf);
        List<JoinKey> keys = IntStream.range(0, merge.left().size())
                .mapToObj(i -> JoinKey.on(
                        col(leftName(merge.left().get(i))),
                        col(rightName(merge.right().get(i)))))
                .toList();
        LogicalPlan pairs = new LogicalPlan.Join(leftSide(), rightSide(), merge.kind(), keys, Optional.empty());
        return givesRight() ? new LogicalPlan.Project(pairs, columns()) : pairs;
    }

    private boolean givesRight() {
        return merge.kind().givesRight();
    }

    /// As it is, unless a name changes.
    private LogicalPlan leftSide() {
        List<Expr> columns = new ArrayList<>();
        left.schema().names().forEach(name -> columns.add(col(name).as(leftName(name))));
        merge.indicator().ifPresent(_ -> columns.add(lit(true).as(IN_LEFT)));
        List<String> names = columns.stream().map(Expr::outputName).toList();
        return names.equals(left.schema().names()) ? left : new LogicalPlan.Project(left, columns);
    }

    private LogicalPlan rightSide() {
        List<Expr> columns = new ArrayList<>();
        right.schema().names().forEach(name -> columns.add(col(name).as(rightName(name))));
        merge.indicator().ifPresent(_ -> columns.add(lit(true).as(IN_RIGHT)));
        return new LogicalPlan.Project(right, columns);
    }

    private String leftName(String name) {
        boolean isOfBoth = givesRight() && right.schema().contains(name) && !merge.isShared(name);
        return isOfBoth ? name + merge.leftSuffix() : name;
    }

    private String rightName(String name) {
        if (merge.isShared(name)) {
            return "right side's " + name;
        }
        return left.schema().contains(name) ? name + merge.rightSuffix() : name;
    }

    private List<Expr> columns() {
        List<Expr> columns = new ArrayList<>();
        for (String name : left.schema().names()) {
            columns.add(merge.isShared(name) ? key(name).as(name) : col(leftName(name)));
        }
        right.schema().names().stream()
                .filter(name -> !merge.isShared(name))
                .forEach(name -> columns.add(col(rightName(name))));
        merge.indicator().ifPresent(name -> columns.add(whereFrom().as(name)));
        return columns;
    }

    /// A key of a row that has no partner comes from the side that the row is of.
    private Expr key(String name) {
        return switch (merge.kind()) {
            case INNER, LEFT, FIRST, SINGLE, SEMI, ANTI -> col(name);
            case RIGHT -> col(rightName(name));
            case FULL -> call(Function.COALESCE, col(name), col(rightName(name)));
        };
    }

    private static Expr whereFrom() {
        return when(col(IN_RIGHT).isNull())
                .then("left_only")
                .when(col(IN_LEFT).isNull())
                .then("right_only")
                .otherwise("both");
    }

    /// The right side with names that the left one does not have.
    static LogicalPlan renamed(LogicalPlan left, LogicalPlan right) {
        List<Expr> columns = new ArrayList<>();
        right.schema().names().forEach(name -> columns.add(col(name).as(name(left, name))));
        return new LogicalPlan.Project(right, columns);
    }

    static String name(LogicalPlan left, String name) {
        return left.schema().contains(name) ? name + SUFFIX : name;
    }
}
