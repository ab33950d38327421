package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.sql.join.UniqueNames;

/// The names of the columns that say what is to be done with the rows of [Editing].
///
/// @param number the number of the row of the table, from 0; null of rows that it does not have
/// @param kind which of the kinds of change the row is for, an INT32
/// @param message what is wrong with a row for which MERGE ends in an error
record EditMarks(String number, String kind, String message) {
    /// Names that no column of a table has.
    static EditMarks of(Schema table) {
        UniqueNames names = new UniqueNames(table.names());
        return new EditMarks(
                names.unique(UniqueNames.OURS + "number"),
                names.unique(UniqueNames.OURS + "kind"),
                names.unique(UniqueNames.OURS + "message"));
    }

    /// The column that has one kind for all rows.
    Expr kind(int number) {
        return lit(number).cast(DataType.INT32).as(kind);
    }

    /// The column that has no numbers.
    Expr noNumber() {
        return lit(null).cast(DataType.INT64).as(number);
    }

    /// Whether the number of the row in a column is that of a kind.
    Expr is(int number) {
        return col(kind).eq(lit(number));
    }
}
