package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.plan.JoinChecks;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a join does to each batch of its left side, compiled once.
///
/// Pairs are found by hashes of 64 bits. Unless a hash stands for one value, the keys of a pair are compared as
/// well, by the same filter that decides the join's condition.
final class JoinSteps {
    private final PhysicalPlan.Join join;
    private final ExtraColumns leftKeys;
    private final PairColumns output;
    private final PairColumns tested;
    private final @Nullable RowFilter filter;

    private JoinSteps(PhysicalPlan.Join join) {
        this.join = join;
        Schema left = join.left().schema();
        Schema right = join.right().schema();
        this.leftKeys = new ExtraColumns(join.keys().stream().map(JoinKey::left).toList(), left);
        ExtraColumns rightKeys =
                new ExtraColumns(join.keys().stream().map(JoinKey::right).toList(), right);
        this.output = PairColumns.of(left, right, join.schema());
        List<Expr> tests = new ArrayList<>();
        PairColumns.Builder columns = new PairColumns.Builder();
        if (!isExact(join.keys(), rightKeys)) {
            for (int key = 0; key < join.keys().size(); key++) {
                String first = columns.left(leftKeys, key);
                String second = columns.right(rightKeys, key);
                tests.add(equal(col(first), col(second), join.keys().get(key).nullSafe()));
            }
        }
        join.condition().ifPresent(condition -> {
            Set<String> read = ExprColumns.of(condition);
            columns.named(left, right, read);
            tests.add(condition);
        });
        this.tested = columns.build();
        this.filter =
                tests.isEmpty() ? null : RowFilter.compile(Conjuncts.join(tests).orElseThrow(), tested.schema());
    }

    static JoinSteps of(PhysicalPlan.Join join) {
        return new JoinSteps(join);
    }

    /// A join of which only keys that equal bytes make equal are hashed; others are conditions.
    static PhysicalPlan plan(
            PhysicalPlan left, PhysicalPlan right, JoinKind kind, List<JoinKey> keys, Optional<Expr> condition) {
        List<JoinKey> hashed = new ArrayList<>();
        List<Expr> conditions = new ArrayList<>();
        condition.ifPresent(conditions::add);
        for (JoinKey key : keys) {
            if (isHashable(Typing.typeOf(key.left().unaliased(), left.schema()).decoded())) {
                hashed.add(key);
            } else {
                conditions.add(equal(key.left().unaliased(), key.right().unaliased(), key.nullSafe()));
            }
        }
        List<String> columns =
                JoinChecks.schema(left.schema(), right.schema(), kind).names();
        return new PhysicalPlan.Join(left, right, kind, hashed, Conjuncts.join(conditions), columns);
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

    private static Expr equal(Expr left, Expr right, boolean nullSafe) {
        return Expressions.call(nullSafe ? Function.IS_NOT_DISTINCT_FROM : Function.EQUAL, left, right);
    }

    private static boolean isExact(List<JoinKey> keys, ExtraColumns columns) {
        return keys.isEmpty()
                || (keys.size() == 1
                        && !keys.getFirst().nullSafe()
                        && RowHash.isExact(
                                columns.schema().field(columns.name(0)).type()));
    }

    Schema schema() {
        return join.schema();
    }

    JoinKind kind() {
        return join.kind();
    }

    /// A left batch with the columns of its keys, to be closed by the caller.
    Table withKeys(Table left, QueryContext context) {
        return leftKeys.step().apply(left, context);
    }

    /// The hashes of the keys of all rows of such a batch.
    KeyHashes hashes(Table left) {
        List<Column> columns = leftKeys.of(left);
        return KeyHashes.of(columns, join.keys(), 0, Math.toIntExact(left.rowCount()));
    }

    /// Leaves out the pairs that do not match.
    void test(Table left, Table right, RowPairs pairs, QueryContext context) {
        if (filter != null && pairs.count() > 0) {
            try (Table table = tested.gather(left, right, pairs, context.pool())) {
                int[] kept = new int[pairs.count()];
                pairs.keep(kept, filter.select(table, kept, context.pool()));
            }
        }
    }

    /// The columns of the result for some pairs.
    Table result(Table left, Table right, RowPairs pairs, QueryContext context) {
        return output.gather(left, right, pairs, context.pool());
    }

    /// The rows that only the right side has, with nulls on the left.
    Table unmatched(Table right, RowPairs pairs, QueryContext context) {
        try (Table none = new TableBuilder(leftKeys.schema(), context.pool()).build()) {
            return output.gather(none, right, pairs, context.pool());
        }
    }
}
