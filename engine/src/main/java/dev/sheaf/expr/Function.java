package dev.sheaf.expr;

/// The scalar functions. Unless said otherwise a null argument gives null, and names and meaning are those of
/// DuckDB.
public enum Function {
    /// Sum; of a date and whole days a date, of a moment and an interval or duration a timestamp or time.
    /// Overflow of integers and decimals raises ArithmeticException.
    ADD("+"),
    /// Difference; of two dates in days, of two timestamps as a duration.
    SUBTRACT("-"),
    MULTIPLY("*"),
    /// Quotient as float64 (float32 if one operand is float32 and none float64), by IEEE 754: a divisor of 0 gives
    /// an infinity or NaN.
    DIVIDE("/"),
    /// Quotient of integers, cut towards zero; of other numbers not cut; null when the divisor is 0.
    INT_DIVIDE("//"),
    /// Remainder with the sign of the dividend; null when the divisor is 0, of floats NaN.
    MODULO("%"),
    /// Bits that both numbers have set; the operands are whole numbers of up to 64 bits, and the result has their
    /// common type, as that of the next four.
    BIT_AND("&"),
    /// Bits that one of the numbers has set.
    BIT_OR("|"),
    /// Bits that one of the numbers has set and the other one has not.
    BIT_XOR("xor"),
    /// Bits moved up; an error if set ones are lost, or an operand is negative.
    SHIFT_LEFT("<<"),
    /// Bits moved down, the sign staying; 0 if the distance is negative or as long as the type.
    SHIFT_RIGHT(">>"),
    NEGATE("-"),
    ABS("abs"),
    /// -1, 0 or 1, as int8.
    SIGN("sign"),
    /// Nearest value with a given number of decimals (0 if absent), ties away from zero. Of a decimal the number
    /// is a constant, and the scale of the result.
    ROUND("round"),
    /// Of an integer as float64, of a decimal with scale 0.
    FLOOR("floor"),
    /// As [#FLOOR].
    CEIL("ceil"),
    TRUNC("trunc"),
    SQRT("sqrt"),
    POWER("power"),
    EXP("exp"),
    LN("ln"),
    LOG2("log2"),
    LOG10("log10"),
    SIN("sin"),
    COS("cos"),
    TAN("tan"),

    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    /// Whether two values differ, nulls being equal to each other; never null.
    IS_DISTINCT_FROM("is distinct from"),
    /// Whether two values are the same, nulls being equal to each other; never null.
    IS_NOT_DISTINCT_FROM("is not distinct from"),

    /// False if one argument is false, else null if one is null.
    AND("and"),
    /// True if one argument is true, else null if one is null.
    OR("or"),
    NOT("not"),
    /// Never null, as the next five. Takes values of any type.
    IS_NULL("is null"),
    IS_NOT_NULL("is not null"),
    IS_TRUE("is true"),
    IS_NOT_TRUE("is not true"),
    IS_FALSE("is false"),
    IS_NOT_FALSE("is not false"),
    IS_NAN("isnan"),

    /// The first argument that is not null.
    COALESCE("coalesce"),
    /// Null if two values are equal, else the first.
    NULLIF("nullif"),
    /// The greatest argument that is not null.
    GREATEST("greatest"),
    /// The least argument that is not null.
    LEAST("least"),

    LOWER("lower"),
    UPPER("upper"),
    /// The number of code points, as int64.
    LENGTH("length"),
    /// The number of bytes of the UTF-8 form.
    OCTET_LENGTH("octet_length"),
    /// Part of a text: start from 1 (negative: from the end), optional length (negative: backwards), in code
    /// points.
    SUBSTRING("substring"),
    /// The first code points; all but the last ones for a negative number.
    LEFT("left"),
    /// The last code points; all but the first ones for a negative number.
    RIGHT("right"),
    /// Without spaces, or code points of the second argument, at both ends.
    TRIM("trim"),
    LTRIM("ltrim"),
    RTRIM("rtrim"),
    /// The `||` operator on the text forms of its arguments: null if one argument is null.
    CONCAT("||"),
    REPLACE("replace"),
    REVERSE("reverse"),
    REPEAT("repeat"),
    /// Filled up at the start to a number of code points with a third argument, or cut off there.
    LPAD("lpad"),
    RPAD("rpad"),
    /// Where in a text the second argument first occurs, in code points from 1; 0 if it does not.
    POSITION("position"),
    CONTAINS("contains"),
    STARTS_WITH("starts_with"),
    ENDS_WITH("ends_with"),
    /// Whether a text matches a pattern of `%` (any text) and `_` (any code point); a third argument is the
    /// escape character.
    LIKE("like"),
    /// As [#LIKE], ignoring case.
    ILIKE("ilike"),

    /// Whether a text has a match of a regular expression of RE2's dialect; a third argument holds options: `i`
    /// for any case, `s` for a dot that matches line feeds, `l` for a text instead of an expression. Takes time in
    /// proportion to the sizes of expression and text.
    REGEXP_MATCHES("regexp_matches"),
    /// As [#REGEXP_MATCHES], of the whole text.
    REGEXP_FULL_MATCH("regexp_full_match"),
    /// The text with its first match replaced, or all with the option `g`, a fourth argument; `\1` in the
    /// replacement is the first group.
    REGEXP_REPLACE("regexp_replace"),
    /// The first match, or the group of it that a third argument says; empty if there is none.
    REGEXP_EXTRACT("regexp_extract"),
    /// The part of a text between separators: the third argument counts them from 1, or from the end by negative
    /// numbers; empty if there is no such part.
    SPLIT_PART("split_part"),
    /// With the code points of the second argument replaced by those of the third at the same places.
    TRANSLATE("translate"),
    /// The digest of the UTF-8 form, in hexadecimal digits.
    MD5("md5"),
    SHA256("sha256"),
    /// The text of a code point.
    CHR("chr"),
    /// The first code point of a text, as int32; 0 of an empty one.
    UNICODE("ascii"),
    /// How many bytes have to be inserted, left out or replaced to make one text the other, as int64.
    LEVENSHTEIN("levenshtein"),

    /// A list of the arguments, which get one type; of none, a list of the type null.
    LIST_VALUE("list_value"),
    /// The element of a number from 1, or from the end by negative numbers; null if there is none.
    LIST_EXTRACT("list_extract"),
    /// The elements from a number to another one, both included, by steps; `Long.MIN_VALUE` for a
    /// bound that is open.
    LIST_SLICE("list_slice"),
    /// The elements of all lists; null lists are left out.
    LIST_CONCAT("list_concat"),
    /// Whether a list has an element.
    LIST_CONTAINS("list_contains"),
    /// The number of the first element that equals the second argument, also if that is null; null if
    /// there is none.
    LIST_POSITION("list_position"),
    /// The elements in order; the constants say whether it falls, and whether nulls come first.
    LIST_SORT("list_sort"),
    /// The first of equal elements, without nulls.
    LIST_DISTINCT("list_distinct"),
    LIST_REVERSE("list_reverse"),
    /// An aggregate of the elements, by its name.
    LIST_AGGREGATE("list_aggregate"),
    /// Whole numbers from a start to an end by steps; the fourth argument says whether the end is one
    /// of them.
    LIST_RANGE("range"),
    /// The elements of the lists in a list.
    LIST_FLATTEN("flatten"),
    /// A list of structs of the first elements, the second ones, and so on, nulls in place of missing
    /// ones.
    LIST_ZIP("list_zip"),
    /// The texts of a list with a separator between each two.
    LIST_JOIN("array_to_string"),
    /// The parts of a text between separators.
    STRING_SPLIT("string_split"),
    /// A struct: names, which are constants, each with a value behind it.
    STRUCT_PACK("struct_pack"),
    /// The field of a name.
    STRUCT_EXTRACT("struct_extract"),
    /// What a lambda gives for each element.
    LIST_TRANSFORM("list_transform"),
    /// The elements for which a lambda is true.
    LIST_FILTER("list_filter"),
    /// The elements put together one by one by a lambda, from the first one on or from a third argument.
    LIST_REDUCE("list_reduce"),

    YEAR("year"),
    QUARTER("quarter"),
    MONTH("month"),
    /// ISO week number.
    WEEK("week"),
    DAY("day"),
    /// 0 for Sunday to 6 for Saturday.
    DAY_OF_WEEK("dayofweek"),
    DAY_OF_YEAR("dayofyear"),
    HOUR("hour"),
    MINUTE("minute"),
    SECOND("second"),
    /// Milliseconds within the minute: 1,500 at second 1.5.
    MILLISECOND("millisecond"),
    /// Seconds since 1970-01-01T00:00, float64.
    EPOCH("epoch"),
    /// The start of the unit (`'month'`, first argument) in which a moment lies, as a timestamp.
    DATE_TRUNC("date_trunc"),
    /// How many borders of a unit (first argument) lie between two moments, as int64; of weeks, how many times
    /// seven days.
    DATE_DIFF("date_diff"),
    /// A moment as text, by a format of C's `strftime`.
    STRFTIME("strftime"),
    /// The timestamp that a text says, read by such a format; an error if it does not fit.
    STRPTIME("strptime"),
    /// As [#STRPTIME]; null if it does not fit.
    TRY_STRPTIME("try_strptime"),
    /// The date of a year, a month and a day.
    MAKE_DATE("make_date"),
    /// The argument, or null for rows for which it raises an error.
    TRY("try"),
    /// The start of the bucket in which a moment (second argument) lies: buckets are as wide as the first
    /// argument, a constant interval, and one starts at the origin (third argument; 2000-01-03, of months
    /// 2000-01-01). A fourth argument asks for the bucket so many before. Whole numbers have buckets of
    /// whole widths from 0.
    TIME_BUCKET("time_bucket");

    private final String symbol;

    Function(String symbol) {
        this.symbol = symbol;
    }

    /// The operator or function name in SQL.
    public String symbol() {
        return symbol;
    }

    /// Whether [#symbol()] is written between its arguments.
    public boolean isInfix() {
        return switch (this) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, INT_DIVIDE, MODULO, CONCAT -> true;
            case BIT_AND, BIT_OR, SHIFT_LEFT, SHIFT_RIGHT -> true;
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, AND, OR, LIKE, ILIKE -> true;
            default -> false;
        };
    }

    /// The comparison that says the same of its arguments in the other order; other functions themselves.
    public Function mirrored() {
        return switch (this) {
            case LESS -> GREATER;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER -> LESS;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            default -> this;
        };
    }

    /// Whether the result is null where an argument is; it may be null elsewhere.
    public boolean isStrict() {
        return switch (this) {
            case AND, OR, IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> false;
            case LIST_VALUE, LIST_CONCAT, LIST_POSITION, LIST_ZIP, STRUCT_PACK, STRING_SPLIT, LIST_REDUCE -> false;
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, COALESCE, GREATEST, LEAST -> false;
            default -> true;
        };
    }

    /// Whether the result is null where an argument is and nowhere else.
    public boolean keepsNulls() {
        return switch (this) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, ABS, SIGN, ROUND, FLOOR, CEIL, TRUNC -> true;
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, NOT, IS_NAN -> true;
            case LOWER, UPPER, LENGTH, OCTET_LENGTH, SUBSTRING, LEFT, RIGHT, REVERSE, CONCAT -> true;
            case TRIM, LTRIM, RTRIM, POSITION, CONTAINS, STARTS_WITH, ENDS_WITH, LIKE, ILIKE -> true;
            case YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_WEEK, DAY_OF_YEAR, HOUR, MINUTE, SECOND -> true;
            case MILLISECOND, EPOCH, DATE_TRUNC, DATE_DIFF -> true;
            default -> false;
        };
    }
}
