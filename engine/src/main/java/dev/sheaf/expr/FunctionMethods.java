package dev.sheaf.expr;

import java.util.stream.Stream;

/// The scalar functions as methods of their first argument: `col("name").upper()` is `call(Function.UPPER,
/// col("name"))`. What each gives stands at its [Function]. Arguments that are not expressions are constants.
public sealed interface FunctionMethods permits Expr {

    private Expr call(Function function, Object... others) {
        return Expressions.call(
                function,
                Stream.concat(Stream.of(((Expr) this).unaliased()), Stream.of(others))
                        .toArray());
    }

    /// Without its sign.
    default Expr abs() {
        return call(Function.ABS);
    }

    /// -1, 0 or 1.
    default Expr sign() {
        return call(Function.SIGN);
    }

    /// Rounded to so many digits behind the point; before it if negative.
    default Expr round(int digits) {
        return call(Function.ROUND, digits);
    }

    /// The greatest whole number that is not above.
    default Expr floor() {
        return call(Function.FLOOR);
    }

    /// The least whole number that is not below.
    default Expr ceil() {
        return call(Function.CEIL);
    }

    /// The square root.
    default Expr sqrt() {
        return call(Function.SQRT);
    }

    /// e to the power of this.
    default Expr exp() {
        return call(Function.EXP);
    }

    /// The natural logarithm.
    default Expr ln() {
        return call(Function.LN);
    }

    /// The decimal logarithm.
    default Expr log10() {
        return call(Function.LOG10);
    }

    /// Whether this is NaN.
    default Expr isNan() {
        return call(Function.IS_NAN);
    }

    /// The field of this name of a struct; null where the struct is.
    default Expr field(String name) {
        return call(Function.STRUCT_EXTRACT, name);
    }

    /// This, or `value` where it is null.
    default Expr fillNull(Object value) {
        return call(Function.COALESCE, value);
    }

    /// Null where this equals `value`.
    default Expr nullIf(Object value) {
        return call(Function.NULLIF, value);
    }

    /// The text in lower case.
    default Expr lower() {
        return call(Function.LOWER);
    }

    /// The text in upper case.
    default Expr upper() {
        return call(Function.UPPER);
    }

    /// The number of code points.
    default Expr length() {
        return call(Function.LENGTH);
    }

    /// So many code points from `start` on, which counts from 1.
    default Expr substring(int start, int length) {
        return call(Function.SUBSTRING, start, length);
    }

    /// Without spaces at both ends.
    default Expr trim() {
        return call(Function.TRIM);
    }

    /// With each occurrence of a text replaced by another.
    default Expr replace(Object text, Object by) {
        return call(Function.REPLACE, text, by);
    }

    /// Whether a text occurs in this one.
    default Expr contains(Object text) {
        return call(Function.CONTAINS, text);
    }

    /// Whether this text starts with another.
    default Expr startsWith(Object text) {
        return call(Function.STARTS_WITH, text);
    }

    /// Whether this text ends with another.
    default Expr endsWith(Object text) {
        return call(Function.ENDS_WITH, text);
    }

    /// The year of a date or timestamp.
    default Expr year() {
        return call(Function.YEAR);
    }

    /// The month, from 1.
    default Expr month() {
        return call(Function.MONTH);
    }

    /// The day of the month, from 1.
    default Expr day() {
        return call(Function.DAY);
    }

    /// The hour of the day.
    default Expr hour() {
        return call(Function.HOUR);
    }

    /// The minute of the hour.
    default Expr minute() {
        return call(Function.MINUTE);
    }

    /// The second of the minute.
    default Expr second() {
        return call(Function.SECOND);
    }

    /// The start of the unit, such as `"month"`, in which this moment lies.
    default Expr truncate(String unit) {
        return Expressions.call(Function.DATE_TRUNC, unit, ((Expr) this).unaliased());
    }
}
