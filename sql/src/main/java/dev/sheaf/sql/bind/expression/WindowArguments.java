package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Modifiers;
import java.math.BigInteger;
import java.util.Optional;

/// The arguments of a function that only windows have.
final class WindowArguments {
    private final Expression.Call call;
    private final String name;
    private final PartBinder binder;

    WindowArguments(Expression.Call call, String name, PartBinder binder) {
        this.call = call;
        this.name = name;
        this.binder = binder;
        if (!withoutNulls(call).modifiers().equals(Modifiers.NONE)) {
            throw binder.error(call, name + " takes no DISTINCT, ORDER BY or FILTER");
        }
    }

    /// The call without IGNORE NULLS or RESPECT NULLS.
    static Expression.Call withoutNulls(Expression.Call call) {
        Modifiers given = call.modifiers();
        Modifiers plain = new Modifiers(
                given.distinct(),
                given.orderBy(),
                Optional.empty(),
                given.withinGroup(),
                given.filter(),
                given.exportState());
        return new Expression.Call(call.function(), call.arguments(), plain, call.over(), call.at());
    }

    int size() {
        return call.arguments().size();
    }

    void count(int least, int most) {
        boolean isNamed = call.arguments().stream().map(Argument::name).anyMatch(Optional::isPresent);
        if (isNamed || size() < least || size() > most) {
            String wanted = least == most ? String.valueOf(most) : least + " to " + most;
            throw binder.error(
                    call, name + " takes " + (most == 0 ? "no arguments" : wanted + " arguments without names"));
        }
    }

    void refuseNulls() {
        if (call.modifiers().ignoreNulls().isPresent()) {
            throw binder.error(call, name + " looks at no value, so it takes no IGNORE NULLS");
        }
    }

    boolean ignoresNulls() {
        return call.modifiers().ignoreNulls().orElse(false);
    }

    private Expression argument(int index) {
        return call.arguments().get(index).value();
    }

    Expr value(int index) {
        return binder.bind(argument(index));
    }

    /// A constant whole number, if it is one.
    Optional<Long> constant(int index) {
        return Literals.wholeNumber(value(index))
                .filter(number -> number.bitLength() < Integer.SIZE)
                .map(BigInteger::longValue);
    }

    /// A whole number of each row.
    Expr steps(int index) {
        DataType type = binder.type(value(index), argument(index)).decoded();
        if (!type.isInteger() && !type.equals(DataType.NULL) && !(argument(index) instanceof Expression.Text)) {
            throw binder.error(argument(index), name + " takes a whole number of rows here, not " + type);
        }
        return value(index).cast(DataType.INT64);
    }

    /// A constant whole number.
    long whole(int index) {
        return constant(index)
                .orElseThrow(() -> binder.error(argument(index), name + " takes a constant whole number here"));
    }

    long positive(int index) {
        long number = whole(index);
        if (number < 1) {
            throw binder.error(argument(index), name + " counts from 1, not from " + number);
        }
        return number;
    }
}
