package dev.sheaf.sql.function;

import dev.sheaf.expr.Function;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The scalar functions of SQL that are functions of the engine, by name.
final class DirectFunctions {
    /// Parts of a moment, for EXTRACT and `date_part`.
    static final Map<String, Function> PARTS = Map.ofEntries(
            Map.entry("year", Function.YEAR),
            Map.entry("quarter", Function.QUARTER),
            Map.entry("month", Function.MONTH),
            Map.entry("week", Function.WEEK),
            Map.entry("weekofyear", Function.WEEK),
            Map.entry("day", Function.DAY),
            Map.entry("dayofmonth", Function.DAY),
            Map.entry("dayofweek", Function.DAY_OF_WEEK),
            Map.entry("weekday", Function.DAY_OF_WEEK),
            Map.entry("dow", Function.DAY_OF_WEEK),
            Map.entry("dayofyear", Function.DAY_OF_YEAR),
            Map.entry("doy", Function.DAY_OF_YEAR),
            Map.entry("hour", Function.HOUR),
            Map.entry("minute", Function.MINUTE),
            Map.entry("second", Function.SECOND),
            Map.entry("millisecond", Function.MILLISECOND),
            Map.entry("epoch", Function.EPOCH));

    /// Parts that EXTRACT knows, but that are no functions.
    private static final Set<String> ONLY_EXTRACTED = Set.of("dow", "doy");

    static final Map<String, Function> FUNCTIONS = functions();

    private DirectFunctions() {}

    private static Map<String, Function> functions() {
        Map<String, Function> functions = new HashMap<>(PARTS);
        functions.keySet().removeAll(ONLY_EXTRACTED);
        put(functions, Function.ABS, "abs");
        put(functions, Function.SIGN, "sign");
        put(functions, Function.ROUND, "round");
        put(functions, Function.FLOOR, "floor");
        put(functions, Function.CEIL, "ceil", "ceiling");
        put(functions, Function.SQRT, "sqrt");
        put(functions, Function.POWER, "pow", "power");
        put(functions, Function.EXP, "exp");
        put(functions, Function.LN, "ln");
        put(functions, Function.LOG2, "log2");
        put(functions, Function.LOG10, "log10");
        put(functions, Function.SIN, "sin");
        put(functions, Function.COS, "cos");
        put(functions, Function.TAN, "tan");
        put(functions, Function.IS_NAN, "isnan");
        put(functions, Function.ADD, "add");
        put(functions, Function.SUBTRACT, "subtract");
        put(functions, Function.MULTIPLY, "multiply");
        put(functions, Function.MODULO, "mod");
        put(functions, Function.INT_DIVIDE, "divide");
        put(functions, Function.BIT_XOR, "xor");
        put(functions, Function.COALESCE, "coalesce", "ifnull");
        put(functions, Function.TRY, "try");
        put(functions, Function.NULLIF, "nullif");
        put(functions, Function.GREATEST, "greatest");
        put(functions, Function.LEAST, "least");
        put(functions, Function.LOWER, "lower", "lcase");
        put(functions, Function.UPPER, "upper", "ucase");
        put(functions, Function.LENGTH, "length", "len", "char_length", "character_length");
        put(functions, Function.OCTET_LENGTH, "octet_length", "strlen");
        put(functions, Function.SUBSTRING, "substring", "substr");
        put(functions, Function.LEFT, "left");
        put(functions, Function.RIGHT, "right");
        put(functions, Function.TRIM, "trim");
        put(functions, Function.LTRIM, "ltrim");
        put(functions, Function.RTRIM, "rtrim");
        put(functions, Function.REPLACE, "replace");
        put(functions, Function.REVERSE, "reverse");
        put(functions, Function.REPEAT, "repeat");
        put(functions, Function.LPAD, "lpad");
        put(functions, Function.RPAD, "rpad");
        put(functions, Function.POSITION, "position", "strpos", "instr");
        put(functions, Function.CONTAINS, "contains");
        put(functions, Function.STARTS_WITH, "starts_with", "prefix");
        put(functions, Function.ENDS_WITH, "ends_with", "suffix");
        put(functions, Function.REGEXP_MATCHES, "regexp_matches");
        put(functions, Function.REGEXP_FULL_MATCH, "regexp_full_match");
        put(functions, Function.REGEXP_REPLACE, "regexp_replace");
        put(functions, Function.REGEXP_EXTRACT, "regexp_extract");
        put(functions, Function.SPLIT_PART, "split_part");
        put(functions, Function.TRANSLATE, "translate");
        put(functions, Function.CHR, "chr");
        put(functions, Function.UNICODE, "ascii");
        put(functions, Function.LEVENSHTEIN, "levenshtein", "editdist3");
        put(functions, Function.STRFTIME, "strftime");
        put(functions, Function.MAKE_DATE, "make_date");
        put(functions, Function.DATE_TRUNC, "date_trunc", "datetrunc");
        put(functions, Function.DATE_DIFF, "date_diff", "datediff");
        return Collections.unmodifiableMap(functions);
    }

    private static void put(Map<String, Function> functions, Function function, String... names) {
        for (String name : names) {
            functions.put(name, function);
        }
    }
}
