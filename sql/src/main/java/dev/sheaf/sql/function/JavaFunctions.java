package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.BOOL;
import static dev.sheaf.column.DataType.FLOAT64;
import static dev.sheaf.column.DataType.INT32;
import static dev.sheaf.column.DataType.INT64;
import static dev.sheaf.column.DataType.STRING;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.RegexLists;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Bars;
import dev.sheaf.sql.function.value.Digits;
import dev.sheaf.sql.function.value.Graphemes;
import dev.sheaf.sql.function.value.Numbers;
import dev.sheaf.sql.function.value.Replacements;
import dev.sheaf.sql.function.value.TextDistances;
import dev.sheaf.sql.function.value.Texts;
import dev.sheaf.sql.function.value.ValueHash;
import dev.sheaf.sql.function.value.Vectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.UnaryOperator;

/// Functions of SQL that are computed value by value in Java.
final class JavaFunctions {
    /// The names of these functions.
    static final String NAMES = """
            acos acosh array_cosine_distance array_cosine_similarity array_cross_product array_distance
            array_dot_product array_inner_product array_negative_dot_product array_negative_inner_product asin asinh atan atan2
            atanh bar base64 bin binom cbrt cosh cot damerau_levenshtein decode encode error even factorial
            format format_bytes formatreadabledecimalsize formatreadablesize from_base64 from_binary from_hex gamma gcd
            greatest_common_divisor hamming hash hex jaccard jaro_similarity
            jaro_winkler_similarity lcm least_common_multiple left_grapheme length_grapheme lgamma list_cosine_distance list_cosine_similarity
            list_distance list_dot_product list_inner_product list_negative_dot_product
            list_negative_inner_product mismatches nfc_normalize ord parse_formatted_bytes printf regexp_escape
            regexp_extract_all regexp_split_to_array right_grapheme round_even roundbankers signbit sinh str_split_regex
            string_split_regex strip_accents substring_grapheme tanh to_base to_base64 to_binary to_hex unbin unhex
            unicode url_decode
            url_encode""";

    private static final DataType ANY = DataType.NULL;

    private JavaFunctions() {}

    static void addTo(Map<String, Scalar> functions) {
        numbers(functions);
        digits(functions);
        texts(functions);
        distances(functions);
        functions.put("format", arguments -> formatted("format", arguments, Replacements::format));
        functions.put("printf", arguments -> formatted("printf", arguments, Replacements::printf));
        functions.put("hash", JavaFunctions::hash);
        functions.put("bar", JavaFunctions::bar);
        functions.put("regexp_extract_all", RegexLists::extractAll);
        for (String name : List.of("regexp_split_to_array", "string_split_regex", "str_split_regex")) {
            functions.put(name, TextSlices::betweenMatches);
        }
        vectors(functions);
    }

    private static void add(Map<String, Scalar> functions, ScalarFunction function, String... names) {
        functions.put(function.name(), Scalar.of(function));
        for (String name : names) {
            functions.put(name, Scalar.of(function));
        }
    }

    private static void number(Map<String, Scalar> functions, String name, DoubleUnaryOperator function) {
        add(functions, ScalarFunction.of(name, FLOAT64, FLOAT64, (Double x) -> function.applyAsDouble(x)));
    }

    private static void numbers(Map<String, Scalar> functions) {
        number(functions, "asin", Math::asin);
        number(functions, "acos", Math::acos);
        number(functions, "atan", Math::atan);
        number(functions, "sinh", Math::sinh);
        number(functions, "cosh", Math::cosh);
        number(functions, "tanh", Math::tanh);
        number(functions, "cbrt", Math::cbrt);
        number(functions, "cot", x -> 1 / Math.tan(x));
        number(functions, "even", Numbers::even);
        number(functions, "gamma", Numbers::gamma);
        number(functions, "lgamma", Numbers::logGamma);
        add(functions, ScalarFunction.of("round_even", FLOAT64, INT32, FLOAT64, Numbers::roundEven), "roundbankers");
        number(functions, "asinh", Numbers::inverseHyperbolicSine);
        number(functions, "acosh", Numbers::inverseHyperbolicCosine);
        number(functions, "atanh", Numbers::inverseHyperbolicTangent);
        add(functions, ScalarFunction.of("atan2", FLOAT64, FLOAT64, FLOAT64, (Double y, Double x) -> Math.atan2(y, x)));
        add(functions, ScalarFunction.of("signbit", FLOAT64, BOOL, (Double x) -> Double.doubleToRawLongBits(x) < 0));
        add(
                functions,
                ScalarFunction.of("gcd", INT64, INT64, INT64, Numbers::greatestCommonDivisor),
                "greatest_common_divisor");
        add(
                functions,
                ScalarFunction.of("lcm", INT64, INT64, INT64, Numbers::leastCommonMultiple),
                "least_common_multiple");
        add(functions, ScalarFunction.of("binom", INT32, INT32, DataType.decimal(38, 0), Numbers::binomial));
        add(functions, ScalarFunction.of("factorial", INT32, DataType.decimal(38, 0), Numbers::factorial));
    }

    private static void digits(Map<String, Scalar> functions) {
        add(functions, ScalarFunction.of("hex", ANY, STRING, Digits::hex), "to_hex");
        add(functions, ScalarFunction.of("bin", ANY, STRING, Digits::binary), "to_binary");
        add(functions, ScalarFunction.of("unhex", STRING, DataType.BINARY, Digits::unhex), "from_hex");
        add(functions, ScalarFunction.of("unbin", STRING, DataType.BINARY, Digits::ofBinary), "from_binary");
        add(functions, ScalarFunction.of("base64", ANY, STRING, Digits::base64), "to_base64");
        add(functions, ScalarFunction.of("from_base64", STRING, DataType.BINARY, Digits::fromBase64));
        functions.put("to_base", JavaFunctions::toBase);
    }

    private static Expr toBase(List<Expr> arguments) {
        boolean padded = arguments.size() == 3;
        ScalarFunction function = ScalarFunction.of(
                "to_base",
                padded ? List.of(INT64, INT32, INT32) : List.of(INT64, INT32),
                STRING,
                values -> Digits.inBase((Long) values[0], (Integer) values[1], padded ? (Integer) values[2] : 0));
        return new Expr.Applied(function, arguments);
    }

    private static void text(
            Map<String, Scalar> functions, String name, UnaryOperator<String> function, String... names) {
        add(functions, ScalarFunction.of(name, STRING, STRING, (String text) -> function.apply(text)), names);
    }

    private static void texts(Map<String, Scalar> functions) {
        text(functions, "strip_accents", Texts::withoutAccents);
        text(functions, "nfc_normalize", Texts::composed);
        text(functions, "url_encode", Texts::urlEncoded);
        text(functions, "url_decode", Texts::urlDecoded);
        text(functions, "regexp_escape", Texts::regexEscaped);
        add(functions, ScalarFunction.of("encode", STRING, DataType.BINARY, Texts::encoded));
        add(functions, ScalarFunction.of("decode", DataType.BINARY, STRING, Texts::decoded));
        add(functions, ScalarFunction.of("error", STRING, DataType.INT32, Texts::raised));
        add(functions, ScalarFunction.of("unicode", STRING, INT32, Texts::codePoint), "ord");
        add(functions, ScalarFunction.of("parse_formatted_bytes", STRING, DataType.UINT64, Texts::byteCount));
        graphemes(functions);
        Function<Long, String> readable = bytes -> Texts.bytes(bytes, 1024, " KiB| MiB| GiB| TiB| PiB");
        add(functions, ScalarFunction.of("format_bytes", INT64, STRING, readable), "formatreadablesize");
        Function<Long, String> decimal = bytes -> Texts.bytes(bytes, 1000, " kB| MB| GB| TB| PB");
        add(functions, ScalarFunction.of("formatreadabledecimalsize", INT64, STRING, decimal));
    }

    private static void graphemes(Map<String, Scalar> functions) {
        add(functions, ScalarFunction.of("length_grapheme", STRING, INT64, Graphemes::count));
        add(functions, ScalarFunction.of("left_grapheme", STRING, INT64, STRING, Graphemes::left));
        add(functions, ScalarFunction.of("right_grapheme", STRING, INT64, STRING, Graphemes::right));
        ScalarFunction part = ScalarFunction.of(
                "substring_grapheme",
                List.of(STRING, INT64, INT64),
                STRING,
                values -> Graphemes.part((String) values[0], (Long) values[1], (Long) values[2]));
        functions.put(part.name(), arguments -> {
            List<Expr> all = new ArrayList<>(arguments);
            if (all.size() == 2) {
                all.add(Expressions.lit(Long.MAX_VALUE));
            }
            return new Expr.Applied(part, all);
        });
    }

    /// 80 characters wide unless asked otherwise.
    private static Expr bar(List<Expr> arguments) {
        ScalarFunction bar = ScalarFunction.of(
                "bar",
                List.of(FLOAT64, FLOAT64, FLOAT64, FLOAT64),
                STRING,
                values -> Bars.of((Double) values[0], (Double) values[1], (Double) values[2], (Double) values[3]));
        List<Expr> all = new ArrayList<>(arguments);
        if (all.size() == 3) {
            all.add(Expressions.lit(80.0));
        }
        return new Expr.Applied(bar, all);
    }

    private static void distances(Map<String, Scalar> functions) {
        add(functions, ScalarFunction.of("hamming", STRING, STRING, INT64, TextDistances::mismatches), "mismatches");
        add(functions, ScalarFunction.of("jaccard", STRING, STRING, FLOAT64, TextDistances::jaccard));
        add(functions, ScalarFunction.of("jaro_similarity", STRING, STRING, FLOAT64, TextDistances::jaro));
        add(
                functions,
                ScalarFunction.of("jaro_winkler_similarity", STRING, STRING, FLOAT64, TextDistances::jaroWinkler));
        add(
                functions,
                ScalarFunction.of("damerau_levenshtein", STRING, STRING, INT64, TextDistances::damerauLevenshtein));
    }

    private static void vectors(Map<String, Scalar> functions) {
        DataType vector = new DataType.ListType(FLOAT64);
        Map<String, ToDoubleBiFunction<List<Double>, List<Double>>> known = Map.of(
                "list_distance", Vectors::distance,
                "list_cosine_similarity", Vectors::cosine,
                "list_cosine_distance", (a, b) -> 1 - Vectors.cosine(a, b),
                "list_inner_product", Vectors::product,
                "list_dot_product", Vectors::product,
                "list_negative_inner_product", (a, b) -> -Vectors.product(a, b),
                "list_negative_dot_product", (a, b) -> -Vectors.product(a, b));
        known.forEach((name, function) -> {
            ScalarFunction body = ScalarFunction.of(
                    name, vector, vector, FLOAT64, (List<Double> a, List<Double> b) -> function.applyAsDouble(a, b));
            Scalar call = arguments -> new Expr.Applied(
                    body, arguments.stream().map(each -> each.cast(vector)).toList());
            functions.put(name, call);
            functions.put(name.replace("list_", "array_"), call);
        });
        ScalarFunction cross = ScalarFunction.of("array_cross_product", vector, vector, vector, Vectors::cross);
        functions.put(
                cross.name(),
                arguments -> new Expr.Applied(
                        cross, arguments.stream().map(each -> each.cast(vector)).toList()));
    }

    /// Fills a text with values of any types.
    @FunctionalInterface
    interface Filling {
        String of(String text, List<Object> values);
    }

    private static Expr formatted(String name, List<Expr> arguments, Filling filling) {
        List<DataType> parameters = new ArrayList<>(Collections.nCopies(arguments.size(), ANY));
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException(name + " takes a text and the values to fill it with");
        }
        parameters.set(0, STRING);
        ScalarFunction function = ScalarFunction.of(name, parameters, STRING, values -> {
            List<Object> all = new ArrayList<>();
            for (int i = 1; i < values.length; i++) {
                all.add(values[i]);
            }
            return filling.of((String) values[0], all);
        });
        return new Expr.Applied(function, arguments);
    }

    private static Expr hash(List<Expr> arguments) {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("hash takes at least one argument");
        }
        List<DataType> parameters = Collections.nCopies(arguments.size(), ANY);
        ScalarFunction hash = ScalarFunction.of("hash", parameters, DataType.UINT64, ValueHash::of);
        return new Expr.Applied(hash.takingNulls(), arguments);
    }
}
