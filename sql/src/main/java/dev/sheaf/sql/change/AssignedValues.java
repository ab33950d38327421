package dev.sheaf.sql.change;

import dev.sheaf.column.Field;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.RowClause;
import java.util.ArrayList;
import java.util.List;

/// Values of SET as expressions of the types of their columns.
final class AssignedValues {
    private AssignedValues() {}

    /// The values as they are written, cast to the types of their columns where they are none of a text, which is an
    /// error for a row alone.
    static List<Expression> of(
            List<Expression> values, List<Field> fields, TableRules rules, RowClause clause, StatementBinder binder) {
        List<Expression> given = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            Expression value = rules.filled(values.get(i), field.name());
            Expression cast = value instanceof Expression.Text
                    ? value
                    : binder.name(field.type(), value.at())
                            .<Expression>map(type -> new Expression.Cast(value, type, false, value.at()))
                            .orElse(value);
            given.add(new Expression.OfRow(clause, cast, value.at()));
        }
        return given;
    }

    /// A text is computed without fail; its cast is not.
    static boolean isText(Expression given) {
        return given instanceof Expression.OfRow(var _, Expression value, var _) && value instanceof Expression.Text;
    }
}
