package dev.sheaf.plan.physical.join;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.plan.JoinKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The keys of a join that are found by their hashes, and the condition that decides the rest. A key is hashed if
/// equal values have equal bytes; any other is a part of the condition.
public record HashedKeys(List<JoinKey> keys, Optional<Expr> condition) {

    /// @param keys each of one type on both sides
    public static HashedKeys of(List<JoinKey> keys, Optional<Expr> condition, Schema left) {
        List<JoinKey> hashed = new ArrayList<>();
        List<Expr> conditions = new ArrayList<>();
        condition.ifPresent(conditions::add);
        for (JoinKey key : keys) {
            if (isHashable(Typing.typeOf(key.left().unaliased(), left).decoded())) {
                hashed.add(key);
            } else {
                conditions.add(equal(key.left().unaliased(), key.right().unaliased(), key.nullSafe()));
            }
        }
        return new HashedKeys(hashed, Conjuncts.join(conditions));
    }

    /// Intervals of a month and of thirty days are equal and look different.
    private static boolean isHashable(DataType type) {
        return switch (type) {
            case DataType.IntervalType _ -> false;
            case DataType.ListType(DataType element) -> isHashable(element);
            case DataType.StructType(List<Field> fields) -> fields.stream().allMatch(field -> isHashable(field.type()));
            default -> true;
        };
    }

    static Expr equal(Expr left, Expr right, boolean nullSafe) {
        return Expressions.call(nullSafe ? Function.IS_NOT_DISTINCT_FROM : Function.EQUAL, left, right);
    }
}
