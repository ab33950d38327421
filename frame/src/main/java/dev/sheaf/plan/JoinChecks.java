package dev.sheaf.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Typing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result schema of a join, and the type that the two sides of a key are compared in.
public final class JoinChecks {
    private static final String LEFT = "left";
    private static final String RIGHT = "right";

    private JoinChecks() {}

    static void check(Schema left, Schema right, List<JoinKey> keys, Optional<Expr> condition) {
        List<String> both = left.names().stream().filter(right::contains).toList();
        if (!both.isEmpty()) {
            throw new IllegalArgumentException(
                    "both sides of a join have a column \"" + both.getFirst() + "\"; rename one of them before");
        }
        keys.forEach(key -> typed(key, left, right));
        condition.ifPresent(expr -> PlanChecks.condition(expr, columns(left, right)));
    }

    static void checkAsof(Schema left, Schema right, JoinKind kind, List<JoinKey> keys, Nearest nearest) {
        switch (kind) {
            case INNER, LEFT, SEMI, ANTI -> {}
            default ->
                throw new IllegalArgumentException("an as-of join is inner, left, semi or anti, not " + kind.label());
        }
        Expr compared = Expressions.call(nearest.comparison(), nearest.left(), nearest.right());
        check(left, right, keys, Optional.of(compared));
        JoinKey values = typed(nearest.key(), left, right);
        if (Typing.typeOf(values.left().unaliased(), left).decoded().equals(DataType.INTERVAL)) {
            throw new IllegalArgumentException("an as-of join takes values with an order, and intervals have none");
        }
    }

    /// The columns of both sides.
    public static Schema columns(Schema left, Schema right) {
        List<Field> fields = new ArrayList<>(left.fields());
        fields.addAll(right.fields());
        return new Schema(fields);
    }

    /// The columns of the result; those of a side that may have no partner may be null.
    public static Schema schema(Schema left, Schema right, JoinKind kind) {
        return switch (kind) {
            case INNER -> columns(left, right);
            case LEFT, FIRST, SINGLE -> columns(left, nullable(right));
            case RIGHT -> columns(nullable(left), right);
            case FULL -> columns(nullable(left), nullable(right));
            case SEMI, ANTI -> left;
        };
    }

    private static Schema nullable(Schema schema) {
        return new Schema(schema.fields().stream()
                .map(field -> new Field(field.name(), field.type()))
                .toList());
    }

    /// The same key with both expressions of one type.
    ///
    /// @throws IllegalArgumentException if values of the two cannot be compared
    public static JoinKey typed(JoinKey key, Schema left, Schema right) {
        DataType leftType = Typing.typeOf(key.left().unaliased(), left).decoded();
        DataType rightType = Typing.typeOf(key.right().unaliased(), right).decoded();
        DataType common = common(leftType, rightType);
        if (common.equals(leftType) && common.equals(rightType)) {
            return key;
        }
        return new JoinKey(as(key.left(), leftType, common), as(key.right(), rightType, common), key.nullSafe());
    }

    /// The type that `=` compares the two in. NULL takes the other: compared with it, nothing would be left to bind.
    private static DataType common(DataType left, DataType right) {
        if (left.equals(DataType.NULL) || right.equals(DataType.NULL)) {
            return left.equals(DataType.NULL) ? right : left;
        }
        Schema sides = Schema.of(new Field(LEFT, left), new Field(RIGHT, right));
        Expr equal = Expressions.call(Function.EQUAL, Expressions.col(LEFT), Expressions.col(RIGHT));
        if (!(Binder.bind(equal, sides) instanceof BoundExpr.Call call)) {
            throw new AssertionError(equal);
        }
        return call.arguments().getFirst().type();
    }

    private static Expr as(Expr expr, DataType type, DataType wanted) {
        return type.equals(wanted) ? expr : expr.unaliased().cast(wanted);
    }
}
