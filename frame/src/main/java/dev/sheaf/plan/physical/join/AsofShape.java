package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.JoinChecks;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.Nearest;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import java.util.List;
import java.util.stream.Stream;

/// What an as-of join reads of rows of the schemas `left` and `right`. Both expressions of a key, and of what is
/// nearest, have one type.
public record AsofShape(Schema left, Schema right, JoinKind kind, List<JoinKey> keys, Nearest nearest) {

    /// The keys and values of the left side.
    ExtraColumns leftColumns() {
        return new ExtraColumns(with(keys.stream().map(JoinKey::left), nearest.left()), left);
    }

    /// The keys and values of the right side.
    public ExtraColumns rightColumns() {
        return new ExtraColumns(with(keys.stream().map(JoinKey::right), nearest.right()), right);
    }

    private static List<Expr> with(Stream<Expr> keys, Expr value) {
        return Stream.concat(keys, Stream.of(value)).toList();
    }

    /// The columns of the result.
    PairColumns output() {
        return PairColumns.of(left, right, JoinChecks.schema(left, right, kind));
    }
}
