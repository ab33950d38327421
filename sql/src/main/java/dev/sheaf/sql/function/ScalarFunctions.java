package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Names;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The scalar functions of SQL by name, with DuckDB's names and orders of arguments.
public final class ScalarFunctions {
    private static final Map<String, Function> PARTS = Map.ofEntries(
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

    private static final Map<String, Scalar> FUNCTIONS = functions();

    private ScalarFunctions() {}

    public static Optional<Scalar> find(String name) {
        return Optional.ofNullable(FUNCTIONS.get(name));
    }

    /// The names that a user may write.
    public static List<String> names() {
        return List.copyOf(FUNCTIONS.keySet());
    }

    private static Map<String, Scalar> functions() {
        Map<String, Scalar> functions = new HashMap<>();
        direct(functions, Function.ABS, "abs");
        direct(functions, Function.SIGN, "sign");
        direct(functions, Function.ROUND, "round");
        direct(functions, Function.FLOOR, "floor");
        direct(functions, Function.CEIL, "ceil", "ceiling");
        direct(functions, Function.TRUNC, "trunc");
        direct(functions, Function.SQRT, "sqrt");
        direct(functions, Function.POWER, "pow", "power");
        direct(functions, Function.EXP, "exp");
        direct(functions, Function.LN, "ln");
        direct(functions, Function.LOG2, "log2");
        direct(functions, Function.LOG10, "log10");
        functions.put("log", ScalarFunctions::logarithm);
        direct(functions, Function.SIN, "sin");
        direct(functions, Function.COS, "cos");
        direct(functions, Function.TAN, "tan");
        direct(functions, Function.IS_NAN, "isnan");
        direct(functions, Function.ADD, "add");
        direct(functions, Function.SUBTRACT, "subtract");
        direct(functions, Function.MULTIPLY, "multiply");
        direct(functions, Function.MODULO, "mod");
        direct(functions, Function.INT_DIVIDE, "divide");
        direct(functions, Function.BIT_XOR, "xor");
        direct(functions, Function.COALESCE, "coalesce", "ifnull");
        direct(functions, Function.TRY, "try");
        direct(functions, Function.NULLIF, "nullif");
        direct(functions, Function.GREATEST, "greatest");
        direct(functions, Function.LEAST, "least");
        direct(functions, Function.LOWER, "lower", "lcase");
        direct(functions, Function.UPPER, "upper", "ucase");
        direct(functions, Function.LENGTH, "length", "len", "char_length", "character_length");
        direct(functions, Function.OCTET_LENGTH, "octet_length", "strlen");
        direct(functions, Function.SUBSTRING, "substring", "substr");
        direct(functions, Function.LEFT, "left");
        direct(functions, Function.RIGHT, "right");
        direct(functions, Function.TRIM, "trim");
        direct(functions, Function.LTRIM, "ltrim");
        direct(functions, Function.RTRIM, "rtrim");
        direct(functions, Function.REPLACE, "replace");
        direct(functions, Function.REVERSE, "reverse");
        direct(functions, Function.REPEAT, "repeat");
        direct(functions, Function.LPAD, "lpad");
        direct(functions, Function.RPAD, "rpad");
        direct(functions, Function.POSITION, "position", "strpos", "instr");
        direct(functions, Function.CONTAINS, "contains");
        direct(functions, Function.STARTS_WITH, "starts_with", "prefix");
        direct(functions, Function.ENDS_WITH, "ends_with", "suffix");
        direct(functions, Function.REGEXP_MATCHES, "regexp_matches");
        direct(functions, Function.REGEXP_FULL_MATCH, "regexp_full_match");
        direct(functions, Function.REGEXP_REPLACE, "regexp_replace");
        direct(functions, Function.REGEXP_EXTRACT, "regexp_extract");
        direct(functions, Function.SPLIT_PART, "split_part");
        direct(functions, Function.TRANSLATE, "translate");
        direct(functions, Function.MD5, "md5");
        direct(functions, Function.SHA256, "sha256");
        direct(functions, Function.CHR, "chr");
        direct(functions, Function.UNICODE, "ascii");
        direct(functions, Function.LEVENSHTEIN, "levenshtein", "editdist3");
        direct(functions, Function.STRFTIME, "strftime");
        functions.put("strptime", arguments -> read(Function.STRPTIME, arguments));
        functions.put("try_strptime", arguments -> read(Function.TRY_STRPTIME, arguments));
        direct(functions, Function.MAKE_DATE, "make_date");
        DerivedFunctions.addTo(functions);
        ListFunctions.addTo(functions);
        MapFunctions.addTo(functions);
        JavaFunctions.addTo(functions);
        TemporalFunctions.addTo(functions);
        direct(functions, Function.DATE_TRUNC, "date_trunc", "datetrunc");
        direct(functions, Function.DATE_DIFF, "date_diff", "datediff");
        PARTS.forEach((name, part) -> {
            if (!ONLY_EXTRACTED.contains(name)) {
                direct(functions, part, name);
            }
        });
        functions.put("time_bucket", ScalarFunctions::bucket);
        functions.put("concat", ScalarFunctions::concat);
        functions.put("if", ScalarFunctions::choose);
        functions.put("current_schema", arguments -> none("current_schema", arguments, "main"));
        functions.put("current_database", arguments -> none("current_database", arguments, "memory"));
        functions.put("current_catalog", arguments -> none("current_catalog", arguments, "memory"));
        functions.put("version", arguments -> none("version", arguments, "v0.1"));
        functions.put("pi", arguments -> Expressions.lit(Math.PI));
        functions.put("date_part", ScalarFunctions::part);
        functions.put("datepart", ScalarFunctions::part);
        return Collections.unmodifiableMap(functions);
    }

    private static void direct(Map<String, Scalar> functions, Function function, String... names) {
        for (String name : names) {
            functions.put(name, arguments -> call(function, arguments));
        }
    }

    private static Expr call(Function function, List<Expr> arguments) {
        return new Expr.Call(function, arguments);
    }

    /// A third argument is an origin, or an interval by which all buckets start later.
    private static Expr bucket(List<Expr> arguments) {
        if (arguments.size() == 3
                && arguments.get(2) instanceof Expr.Literal(Object _, DataType type)
                && type.equals(DataType.INTERVAL)) {
            Expr offset = arguments.get(2);
            Expr earlier = arguments.get(1).minus(offset);
            return call(Function.TIME_BUCKET, List.of(arguments.getFirst(), earlier))
                    .plus(offset);
        }
        if (arguments.size() > 3) {
            throw new IllegalArgumentException("time_bucket takes a width, a moment, and an origin or offset");
        }
        return call(Function.TIME_BUCKET, arguments);
    }

    /// A moment by a format, or by the first of several that fits.
    private static Expr read(Function function, List<Expr> arguments) {
        if (arguments.size() != 2
                || !(arguments.getLast() instanceof Expr.Call(Function made, List<Expr> formats))
                || made != Function.LIST_VALUE
                || formats.isEmpty()) {
            return call(function, arguments);
        }
        Expr text = arguments.getFirst();
        List<Expr> tried = new ArrayList<>();
        formats.subList(0, formats.size() - 1)
                .forEach(format -> tried.add(call(Function.TRY_STRPTIME, List.of(text, format))));
        tried.add(call(function, List.of(text, formats.getLast())));
        return call(Function.COALESCE, tried);
    }

    /// Unlike `||`, concat leaves out nulls.
    private static Expr concat(List<Expr> arguments) {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("concat takes at least one argument");
        }
        List<Expr> texts = arguments.stream()
                .map(argument -> Expressions.coalesce(argument.cast(DataType.STRING), ""))
                .toList();
        return texts.size() == 1 ? texts.getFirst() : call(Function.CONCAT, texts);
    }

    private static Expr choose(List<Expr> arguments) {
        if (arguments.size() != 3) {
            throw new IllegalArgumentException("if takes a condition and two results: if(x > 0, 'yes', 'no')");
        }
        return Expressions.when(arguments.getFirst()).then(arguments.get(1)).otherwise(arguments.getLast());
    }

    /// A part by its name, or of several names a struct.
    private static Expr part(List<Expr> arguments) {
        if (arguments.size() == 2
                && arguments.getFirst() instanceof Expr.Call(Function function, List<Expr> names)
                && function == Function.LIST_VALUE) {
            List<Expr> fields = names.stream()
                    .flatMap(name -> Stream.of(name, part(List.of(name, arguments.getLast()))))
                    .toList();
            return call(Function.STRUCT_PACK, fields);
        }
        if (arguments.size() == 2
                && arguments.getFirst() instanceof Expr.Literal(Object value, var _)
                && value instanceof String part) {
            String name = part.toLowerCase(Locale.ROOT);
            if (DerivedFunctions.PARTS.containsKey(name)) {
                return DerivedFunctions.PARTS.get(name).apply(arguments.getLast());
            }
            Function function = PARTS.containsKey(name) ? PARTS.get(name) : PARTS.get(name.replaceAll("s$", ""));
            if (function == null) {
                throw new IllegalArgumentException("there is no part '" + part + "' of a date or time; parts: "
                        + String.join(", ", PARTS.keySet().stream().sorted().toList()) + "."
                        + Names.didYouMean(part, PARTS.keySet()));
            }
            return call(function, arguments.subList(1, 2));
        }
        throw new IllegalArgumentException("date_part takes the name of a part and a moment: date_part('year', x)");
    }

    /// The logarithm of a number, to the base 10 or to one that stands before it.
    private static Expr logarithm(List<Expr> arguments) {
        if (arguments.size() != 2) {
            return call(Function.LOG10, arguments);
        }
        return call(Function.LOG10, List.of(arguments.getLast()))
                .dividedBy(call(Function.LOG10, List.of(arguments.getFirst())));
    }

    private static Expr none(String name, List<Expr> arguments, String value) {
        if (!arguments.isEmpty()) {
            throw new IllegalArgumentException(name + " takes no arguments");
        }
        return Expressions.lit(value);
    }
}
