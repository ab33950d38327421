package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a join does to each batch of its left side, compiled once.
///
/// Pairs are found by hashes of 64 bits. Unless a hash stands for one value, the keys of a pair are compared as
/// well ([KeyEquality]).
public final class JoinSteps {
    private final JoinKind kind;
    private final ExtraColumns leftKeys;
    private final List<KeyEquality> equalities = new ArrayList<>();
    private final PairColumns output;
    private final PairColumns tested;
    private final @Nullable RowFilter filter;

    public JoinSteps(JoinShape shape) {
        Schema left = shape.left();
        Schema right = shape.right();
        this.kind = shape.kind();
        List<JoinKey> keys = shape.keys();
        this.leftKeys = shape.leftKeys();
        ExtraColumns rightKeys = shape.rightKeys();
        this.output = PairColumns.of(left, right, shape.result());
        List<Expr> tests = new ArrayList<>();
        PairColumns.Builder columns = new PairColumns.Builder();
        if (!KeyHashes.areExact(keys, rightKeys)) {
            for (int key = 0; key < keys.size(); key++) {
                equalities.add(
                        KeyEquality.of(leftKeys, rightKeys, key, keys.get(key).nullSafe()));
            }
        }
        shape.condition().ifPresent(condition -> {
            Set<String> read = ExprColumns.of(condition);
            columns.named(left, right, read);
            tests.add(condition);
        });
        this.tested = columns.build();
        this.filter =
                tests.isEmpty() ? null : RowFilter.compile(Conjuncts.join(tests).orElseThrow(), tested.schema());
    }

    Schema schema() {
        return output.schema();
    }

    JoinKind kind() {
        return kind;
    }

    /// A left batch with the columns of its keys, to be closed by the caller.
    Table withKeys(Table left, QueryContext context) {
        return leftKeys.step().apply(left, context);
    }

    /// The columns of the keys in such a batch.
    List<Column> leftKeys(Table left) {
        return leftKeys.of(left);
    }

    /// Leaves out the pairs that do not match.
    void test(Table left, BuildTable build, RowPairs pairs, QueryContext context) {
        Table right = build.rows();
        for (int key = 0; key < equalities.size(); key++) {
            if (key != build.index().knownKey()) {
                equalities.get(key).keepEqual(left, right, pairs, context);
            }
        }
        if (filter != null && pairs.count() > 0) {
            try (Table table = tested.gather(left, right, pairs, context.pool())) {
                int[] kept = new int[pairs.count()];
                pairs.keep(kept, filter.select(table, kept, context.pool()));
            }
        }
    }

    /// The columns of the result for some pairs.
    Table result(Table left, BuildTable build, RowPairs pairs, QueryContext context) {
        Table right = build.rows(output.right(), pairs.count(), context);
        return output.gather(left, right, pairs, context.pool());
    }

    /// The rows that only the right side has, with nulls on the left.
    Table unmatched(Table right, RowPairs pairs, QueryContext context) {
        try (Table none = new TableBuilder(leftKeys.schema(), context.pool()).build()) {
            return output.gather(none, right, pairs, context.pool());
        }
    }
}
