package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.Categories;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.CategoryType;
import dev.sheaf.expr.Expr;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The categories of a column: `series.cat().codes()`. Values have the order of their categories in sorts and
/// groups; `<`, MIN and MAX need categories that are ordered. Nulls stay null.
///
/// What changes categories gives a column of other categories; the values stay, and bytes are shared where codes
/// are the same.
public final class Categorical<F> {
    private final CategoryType type;
    private final Function<UnaryOperator<Expr>, F> map;
    private final Function<DataType, F> retyped;
    private final Supplier<? extends List<?>> used;

    /// Over values that a function of expressions gives results of, and the codes of which another shows as
    /// values of a type; `used` gives the values that occur.
    public Categorical(
            CategoryType type,
            Function<UnaryOperator<Expr>, F> map,
            Function<DataType, F> retyped,
            Supplier<? extends List<?>> used) {
        this.type = type;
        this.map = map;
        this.retyped = retyped;
        this.used = used;
    }

    /// The categories of some values, whose type is that of the first.
    ///
    /// @throws IllegalArgumentException if a value comes twice, or is of a type that has no categories
    public static Categories of(List<?> values) {
        DataType type = values.isEmpty() ? DataType.STRING : ((Expr.Literal) lit(values.getFirst())).type();
        return new Categories(type, values);
    }

    /// The categories in order.
    public List<Object> categories() {
        return type.categories().values();
    }

    /// Whether categories have an order.
    public boolean ordered() {
        return type.ordered();
    }

    /// The places of the values among the categories, int32; shared.
    public F codes() {
        return retyped.apply(DataType.INT32);
    }

    /// The values without categories.
    public F values() {
        return map.apply(value -> value.cast(type.values()));
    }

    /// The same categories with an order, which `<`, MIN and MAX have then.
    public F asOrdered() {
        return retyped.apply(new CategoryType(type.categories(), true));
    }

    /// The same categories without an order.
    public F asUnordered() {
        return retyped.apply(new CategoryType(type.categories(), false));
    }

    /// Each category called otherwise, in order: the values change.
    ///
    /// @throws IllegalArgumentException if there are more or fewer names than categories, or one comes twice
    public F rename(Object... names) {
        if (names.length != type.categories().size()) {
            throw new IllegalArgumentException(
                    names.length + " names for " + type.categories().size() + " categories");
        }
        return retyped.apply(new CategoryType(of(List.of(names)), type.ordered()));
    }

    /// Categories called as a function says.
    public F rename(UnaryOperator<Object> name) {
        return rename(categories().stream().map(name).toArray());
    }

    /// More categories behind those that are there.
    ///
    /// @throws IllegalArgumentException if one is there
    public F add(Object... values) {
        List<Object> all = new ArrayList<>(categories());
        Collections.addAll(all, values);
        return retyped.apply(with(all));
    }

    /// Without some categories; their values become null.
    ///
    /// @throws IllegalArgumentException if one is not there
    public F remove(Object... values) {
        List<Object> removed = List.of(values);
        removed.forEach(value -> {
            if (type.categories().code(value) < 0) {
                throw new IllegalArgumentException(value + " is none of " + type);
            }
        });
        return set(
                categories().stream().filter(value -> !removed.contains(value)).toArray());
    }

    /// Without the categories that no value has.
    public F removeUnused() {
        HashSet<Object> there = new HashSet<>(used.get());
        return set(categories().stream().filter(there::contains).toArray());
    }

    /// The same categories in another order.
    ///
    /// @throws IllegalArgumentException if they are not the same
    public F reorder(Object... values) {
        if (values.length != type.categories().size()
                || Arrays.stream(values).anyMatch(value -> type.categories().code(value) < 0)) {
            throw new IllegalArgumentException(List.of(values) + " are not the categories of " + type);
        }
        return set(values);
    }

    /// Other categories; values that are none of them become null.
    public F set(Object... values) {
        DataType other = with(List.of(values));
        return map.apply(value -> new Expr.Cast(value, other, true));
    }

    private CategoryType with(List<Object> values) {
        return new CategoryType(values.isEmpty() ? new Categories(type.values(), values) : of(values), type.ordered());
    }
}
