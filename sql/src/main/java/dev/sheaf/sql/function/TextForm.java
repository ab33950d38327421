package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Where texts of a kind stand in the values of a type that SQL names: `UUID`, `UUID[]`, `STRUCT(u UUID, n INTEGER)`.
public sealed interface TextForm {

    /// The value is such a text.
    record Whole(TextKind kind) implements TextForm {}

    /// They stand in the elements of lists.
    record Elements(TextForm element) implements TextForm {}

    /// They stand in fields of structs, by name.
    record Fields(Map<String, TextForm> fields) implements TextForm {
        public Fields {
            fields = Map.copyOf(fields);
        }
    }

    /// A value of a type, with its texts read as those of their kinds; another text is an error where it is computed,
    /// or null if `lenient`.
    default Expr of(Expr value, DataType type, boolean lenient) {
        return of(value, type, lenient, 0);
    }

    private Expr of(Expr value, DataType type, boolean lenient, int level) {
        return switch (this) {
            case Whole(TextKind kind) -> kind.of(value, lenient);
            case Elements(TextForm element) -> {
                String each = "text form " + level;
                DataType inner = ((DataType.ListType) type.decoded()).element();
                Expr body = element.of(col(each), inner, lenient, level + 1);
                yield call(Function.LIST_TRANSFORM, value, new Expr.Lambda(List.of(each), body));
            }
            case Fields(Map<String, TextForm> fields) -> {
                List<Expr> parts = new ArrayList<>();
                for (Field field : ((DataType.StructType) type.decoded()).fields()) {
                    Expr part = call(Function.STRUCT_EXTRACT, value, lit(field.name()));
                    TextForm form = fields.get(field.name());
                    parts.add(lit(field.name()));
                    parts.add(form == null ? part : form.of(part, field.type(), lenient, level));
                }
                Expr struct = new Expr.Call(Function.STRUCT_PACK, parts);
                yield new Expr.Case(List.of(new Expr.When(value.isNotNull(), struct)), lit(null));
            }
        };
    }
}
