package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Plans of joins on columns that both sides have: each such column comes once, and other columns of one name
/// get a suffix on the right.
final class Joins {
    private static final String SUFFIX = "_right";

    private Joins() {}

    /// The pairs of rows whose columns `on` are equal.
    static LogicalPlan on(LogicalPlan left, LogicalPlan right, JoinKind kind, Set<String> on) {
        if (on.isEmpty()) {
            throw new IllegalArgumentException("a join needs columns to join on; crossJoin gives every pair");
        }
        on.forEach(name -> {
            left.schema().indexOf(name);
            right.schema().indexOf(name);
        });
        List<JoinKey> keys = on.stream()
                .map(name -> JoinKey.on(col(name), col(keyName(name))))
                .toList();
        LogicalPlan pairs = new LogicalPlan.Join(left, renamed(left, right, on), kind, keys, Optional.empty());
        return kind.givesRight() ? new LogicalPlan.Project(pairs, columns(left, right, kind, on)) : pairs;
    }

    /// The right side with names that the left one does not have.
    static LogicalPlan renamed(LogicalPlan left, LogicalPlan right, Set<String> keys) {
        List<Expr> columns = new ArrayList<>();
        for (String name : right.schema().names()) {
            columns.add(col(name).as(keys.contains(name) ? keyName(name) : name(left, name)));
        }
        return new LogicalPlan.Project(right, columns);
    }

    static String name(LogicalPlan left, String name) {
        return left.schema().contains(name) ? name + SUFFIX : name;
    }

    private static String keyName(String name) {
        return "right side's " + name;
    }

    private static List<Expr> columns(LogicalPlan left, LogicalPlan right, JoinKind kind, Set<String> on) {
        List<Expr> columns = new ArrayList<>();
        for (String name : left.schema().names()) {
            columns.add(on.contains(name) ? key(name, kind).as(name) : col(name));
        }
        right.schema().names().stream()
                .filter(name -> !on.contains(name))
                .forEach(name -> columns.add(col(name(left, name))));
        return columns;
    }

    /// A key of a row that has no partner comes from the side that the row is of.
    private static Expr key(String name, JoinKind kind) {
        return switch (kind) {
            case INNER, LEFT, FIRST, SINGLE, SEMI, ANTI -> col(name);
            case RIGHT -> col(keyName(name));
            case FULL -> call(Function.COALESCE, col(name), col(keyName(name)));
        };
    }
}
