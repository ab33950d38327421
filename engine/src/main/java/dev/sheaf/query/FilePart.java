package dev.sheaf.query;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.fold.Folding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Files of one schema among those of a [CombinedFiles], and the columns that have one value in all of
/// their rows: those that a folder's name says, or the name of the file.
record FilePart(FileDataset rows, Map<String, Expr.Literal> constants) {
    FilePart {
        constants = Map.copyOf(constants);
    }

    /// The value of a column of the whole in the rows of this part.
    Expr column(Field field) {
        Expr.Literal constant = constants.get(field.name());
        DataType type = field.type().decoded();
        if (constant != null) {
            return constant.cast(type);
        }
        if (!rows.schema().contains(field.name())) {
            return new Expr.Literal(null, type);
        }
        Expr own = new Expr.ColumnRef(field.name());
        return keepsType(field) ? own : own.cast(type);
    }

    /// Whether the files have the column, of the type that the whole has.
    boolean keepsType(Field field) {
        return isOwn(field.name())
                && rows.schema()
                        .type(field.name())
                        .decoded()
                        .equals(field.type().decoded());
    }

    private boolean isOwn(String column) {
        return !constants.containsKey(column) && rows.schema().contains(column);
    }

    /// The columns of the files that these of the whole are made of.
    List<String> own(List<String> columns) {
        return columns.stream().filter(this::isOwn).toList();
    }

    /// What to read of the files, or null if the condition of the scan is true of none of their rows.
    /// What the condition asks of columns that are converted is left to whoever filters.
    @Nullable
    Scan scan(Scan whole, Schema schema) {
        List<Expr> kept = new ArrayList<>();
        for (Expr conjunct : whole.filter().map(Conjuncts::split).orElse(List.of())) {
            if (!isAskable(conjunct, schema)) {
                continue;
            }
            Expr asked =
                    Folding.fold(ExprRewrite.mapColumns(conjunct, name -> column(schema.field(name))), rows.schema());
            if (!(asked instanceof Expr.Literal(Object value, DataType _))) {
                kept.add(asked);
            } else if (!Boolean.TRUE.equals(value)) {
                return null;
            }
        }
        return new Scan(own(whole.columns()), kept.isEmpty() ? Optional.empty() : Conjuncts.join(kept));
    }

    private boolean isAskable(Expr conjunct, Schema schema) {
        return ExprColumns.of(conjunct).stream()
                .map(schema::field)
                .allMatch(field -> keepsType(field) || (!isOwn(field.name()) && isPlain(field.type())));
    }

    /// Whether expressions take values of a type.
    static boolean isPlain(DataType type) {
        return !(type instanceof DataType.ListType) && !(type instanceof DataType.StructType);
    }
}
