package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Tells from what is known of a block of rows that a condition is true for none of them, so that it can be
/// left out.
///
/// What is known of columns is carried through expressions ([RangeAnalysis]), so a condition may compare any of them.
/// Parts of the condition behind one that may raise an error for a row of the block leave out nothing: whether
/// a query fails must not depend on what is left out.
public final class Pruning {
    private final List<BoundExpr> parts;
    private final Set<String> columns;

    private Pruning(List<BoundExpr> parts) {
        this.parts = parts;
        this.columns = parts.stream().flatMap(Carried::columns).collect(Collectors.toUnmodifiableSet());
    }

    /// By a condition over blocks of a schema. AND-ed parts of it that name other columns are passed over.
    ///
    /// @throws IllegalArgumentException if the other parts do not fit the schema
    public static Pruning by(Expr condition, Schema schema) {
        Binder binder = Binder.over(schema);
        List<BoundExpr> parts = new ArrayList<>();
        for (Expr part : Conjuncts.split(condition)) {
            if (ExprColumns.of(part).stream().allMatch(schema::contains)) {
                parts.add(binder.bind(part));
            }
        }
        return new Pruning(List.copyOf(parts));
    }

    /// The columns whose values may decide, if what is known of them is more than whether they are null.
    public Set<String> columns() {
        return columns;
    }

    /// Whether the condition may be true for a row of the block of which `known` tells. Cost: some microseconds
    /// for each function of the condition.
    public boolean mayMatch(KnownColumns known) {
        RangeAnalysis spans = new RangeAnalysis(known);
        for (BoundExpr part : parts) {
            ValueRange span = spans.of(part);
            if (spans.mayFail()) {
                return true;
            }
            if (!span.mayBe(true) && part.type().equals(DataType.BOOL)) {
                return false;
            }
        }
        return true;
    }
}
