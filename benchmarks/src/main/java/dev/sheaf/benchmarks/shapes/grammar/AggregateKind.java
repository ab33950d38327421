package dev.sheaf.benchmarks.shapes.grammar;

/// The aggregates, each as likely as the others.
public enum AggregateKind {
    COUNT_ALL("count(*)", Takes.NOTHING, Check.SAME),
    COUNT("count(%s)", Takes.ANYTHING, Check.SAME),
    COUNT_DISTINCT("count(DISTINCT %s)", Takes.ANYTHING, Check.SAME),
    COUNT_IF("count_if(%s)", Takes.CONDITION, Check.SAME),
    APPROX_COUNT_DISTINCT("approx_count_distinct(%s)", Takes.ANYTHING, Check.ESTIMATE),
    SUM("sum(%s)", Takes.NUMBER, Check.SAME),
    AVG("avg(%s)", Takes.NUMBER, Check.SAME),
    PRODUCT("product(%s)", Takes.DOUBLE, Check.PRODUCT),
    MIN("min(%s)", Takes.ANYTHING, Check.SAME),
    MAX("max(%s)", Takes.ANYTHING, Check.SAME),
    MIN_FEW("min(%s, 3)", Takes.NUMBER, Check.SAME),
    MAX_FEW("max(%s, 3)", Takes.NUMBER, Check.SAME),
    ARG_MIN("arg_min(%s, %s)", Takes.ANYTHING_BY_NUMBER, Check.NULL_OR_NOT),
    ARG_MAX("arg_max(%s, %s)", Takes.ANYTHING_BY_NUMBER, Check.NULL_OR_NOT),
    STDDEV_SAMP("stddev_samp(%s)", Takes.MODERATE, Check.SPREAD),
    STDDEV_POP("stddev_pop(%s)", Takes.MODERATE, Check.SPREAD),
    VAR_SAMP("var_samp(%s)", Takes.MODERATE, Check.SPREAD),
    VAR_POP("var_pop(%s)", Takes.MODERATE, Check.SPREAD),
    CORR("corr(%s, %s)", Takes.TWO_MODERATE, Check.CORRELATION),
    COVAR_SAMP("covar_samp(%s, %s)", Takes.TWO_MODERATE, Check.SPREAD),
    COVAR_POP("covar_pop(%s, %s)", Takes.TWO_MODERATE, Check.SPREAD),
    MEDIAN("median(%s)", Takes.DOUBLE, Check.SAME),
    QUANTILE_CONT("quantile_cont(%s, 0.9)", Takes.DOUBLE, Check.SAME),
    QUANTILE_DISC("quantile_disc(%s, 0.25)", Takes.ANYTHING, Check.SAME),
    APPROX_QUANTILE("approx_quantile(%s, 0.5)", Takes.MODERATE, Check.NULL_OR_NOT),
    MODE("mode(%s)", Takes.ANYTHING, Check.NULL_OR_NOT),
    FIRST("first(%s)", Takes.ANYTHING, Check.NOTHING),
    LAST("last(%s)", Takes.ANYTHING, Check.NOTHING),
    ANY_VALUE("any_value(%s)", Takes.ANYTHING, Check.NULL_OR_NOT),
    BOOL_AND("bool_and(%s)", Takes.CONDITION, Check.SAME),
    BOOL_OR("bool_or(%s)", Takes.CONDITION, Check.SAME),
    BIT_AND("bit_and(%s)", Takes.INTEGER, Check.SAME),
    BIT_OR("bit_or(%s)", Takes.INTEGER, Check.SAME),
    BIT_XOR("bit_xor(%s)", Takes.INTEGER, Check.SAME),
    LIST("list(%s)", Takes.ANYTHING, Check.LIST),
    STRING_AGG("string_agg(%s, ', ')", Takes.TEXT, Check.LENGTH);

    /// Which arguments an aggregate takes.
    enum Takes {
        NOTHING,
        ANYTHING,
        NUMBER,
        INTEGER,
        TEXT,
        CONDITION,
        ANYTHING_BY_NUMBER,
        /// A number as DOUBLE.
        DOUBLE,
        /// A number without NaN, whose squares stay in range.
        MODERATE,
        TWO_MODERATE
    }

    /// How results are compared.
    public enum Check {
        /// Equal; floats within the usual tolerance.
        SAME,
        /// Within what is left of the digits after squares were subtracted.
        SPREAD,
        /// As [#SPREAD], but where DuckDB has NaN for one row Sheaf has null.
        CORRELATION,
        /// Within a wider tolerance, unless both left the range of floats.
        PRODUCT,
        /// Within a fourth of each other, or 5.
        ESTIMATE,
        /// The same elements in any order.
        LIST,
        /// Texts of the same length are alike, since the order of the joined texts is open.
        LENGTH,
        /// Both null or neither: which value it is, is open.
        NULL_OR_NOT,
        /// Anything goes.
        NOTHING
    }

    private final String template;
    private final Takes takes;
    private final Check check;

    AggregateKind(String template, Takes takes, Check check) {
        this.template = template;
        this.takes = takes;
        this.check = check;
    }

    /// The call with its arguments.
    String call(Object... arguments) {
        return template.formatted(arguments);
    }

    Takes takes() {
        return takes;
    }

    /// How its results are compared.
    public Check check() {
        return check;
    }
}
