package dev.sheaf.plan.physical.join;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a join makes of rows of the schemas `left` and `right`: rows of `result`, whose columns are found by their
/// names, those of the left side first.
///
/// @param keys each of one type on both sides
/// @param condition what pairs that share their keys must fulfil, too
public record JoinShape(
        Schema left, Schema right, JoinKind kind, List<JoinKey> keys, Optional<Expr> condition, Schema result) {

    /// The keys of the left side.
    ExtraColumns leftKeys() {
        return new ExtraColumns(keys.stream().map(JoinKey::left).toList(), left);
    }

    /// The keys of the right side.
    public ExtraColumns rightKeys() {
        return new ExtraColumns(keys.stream().map(JoinKey::right).toList(), right);
    }

    /// Whether right rows without a partner are in the result, behind all left rows.
    boolean givesUnmatched() {
        return kind == JoinKind.FULL;
    }

    /// The join of rows that carry their numbers as last columns, and give them to the result. Those of the right
    /// side do if it has rows of its own there.
    JoinShape numbered() {
        List<Field> fields = new ArrayList<>();
        result.fields().stream().filter(field -> left.contains(field.name())).forEach(fields::add);
        fields.add(number(leftNumber()));
        result.fields().stream().filter(field -> !left.contains(field.name())).forEach(fields::add);
        if (givesUnmatched()) {
            fields.add(number(rightNumber()));
        }
        return new JoinShape(
                with(left, leftNumber()),
                givesUnmatched() ? with(right, rightNumber()) : right,
                kind,
                keys,
                condition,
                new Schema(fields));
    }

    private static Schema with(Schema schema, String number) {
        List<Field> fields = new ArrayList<>(schema.fields());
        fields.add(number(number));
        return new Schema(fields);
    }

    private static Field number(String name) {
        return new Field(name, DataType.INT64);
    }

    String leftNumber() {
        return fresh("left row");
    }

    String rightNumber() {
        return fresh("right row");
    }

    private String fresh(String name) {
        String fresh = name;
        while (left.contains(fresh) || right.contains(fresh)) {
            fresh = "#" + fresh;
        }
        return fresh;
    }
}
