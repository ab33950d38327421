package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.RegexLists;
import java.util.List;

/// Parts of texts. `text[from:to]`: the letters from one place to another, both included. Places count from 1,
/// negative ones from the end, and -1 is the last letter. Null if one of the three is.
public final class TextSlices {
    private TextSlices() {}

    public static Expr of(Expr text, Expr from, Expr to) {
        Expr length = new Expr.Call(Function.LENGTH, List.of(text));
        Expr first = within(place(length, from), lit(1L), length.plus(1L));
        Expr last = within(place(length, to), lit(0L), length);
        Expr count = last.minus(first).plus(1L);
        Expr least = when(count.lt(0L)).then(lit(0L)).otherwise(count);
        return new Expr.Call(Function.SUBSTRING, List.of(text, first, least));
    }

    /// The parts of a text between the matches of an expression; without one it is one part.
    static Expr betweenMatches(List<Expr> arguments) {
        Expr parts = RegexLists.split(arguments);
        if (arguments.get(1) instanceof Expr.Literal(Object regex, var _) && regex != null) {
            return parts;
        }
        Expr text = arguments.getFirst().cast(DataType.STRING);
        Expr whole = new Expr.Call(Function.LIST_VALUE, List.of(text));
        return when(arguments.get(1).isNull().and(text.isNotNull())).then(whole).otherwise(parts);
    }

    private static Expr place(Expr length, Expr place) {
        return when(place.lt(0L)).then(length.plus(place).plus(1L)).otherwise(place);
    }

    private static Expr within(Expr place, Expr least, Expr greatest) {
        return when(place.lt(least))
                .then(least)
                .when(place.gt(greatest))
                .then(greatest)
                .otherwise(place);
    }
}
