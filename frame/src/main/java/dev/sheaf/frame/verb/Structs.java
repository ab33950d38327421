package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.call;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import java.util.function.UnaryOperator;

/// Parts of structs: `series.struct().field("x")`. A null struct has null in every field.
///
/// @param <F> one column, as `map` gives it
/// @param <T> several columns, as `all` gives them
public final class Structs<F, T> {
    private final List<String> names;
    private final java.util.function.Function<UnaryOperator<Expr>, F> map;
    private final java.util.function.Function<List<UnaryOperator<Expr>>, T> all;

    /// Over values that functions of expressions give results of: one a column, or a list of them, which have the
    /// names of the fields.
    public Structs(
            List<String> names,
            java.util.function.Function<UnaryOperator<Expr>, F> map,
            java.util.function.Function<List<UnaryOperator<Expr>>, T> all) {
        this.names = List.copyOf(names);
        this.map = map;
        this.all = all;
    }

    /// The names of the fields.
    public List<String> fields() {
        return names;
    }

    /// A field of each struct.
    ///
    /// @throws IllegalArgumentException if there is none of that name
    public F field(String name) {
        return map.apply(field -> call(Function.STRUCT_EXTRACT, field, name));
    }

    /// The field at a position, a negative one counted from the end.
    ///
    /// @throws IndexOutOfBoundsException if there is none
    public F field(int position) {
        return field(names.get(position < 0 ? position + names.size() : position));
    }

    /// A column for each field, called as it is; rows keep their labels.
    public T explode() {
        return all.apply(names.stream().map(Structs::named).toList());
    }

    private static UnaryOperator<Expr> named(String name) {
        return struct -> call(Function.STRUCT_EXTRACT, struct, name).as(name);
    }
}
