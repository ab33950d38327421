package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Digits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The scalar functions of SQL whose meaning depends on the types of their arguments, by name.
public final class TypedFunctions {
    /// The names of the functions that are written here.
    private static final String NAMES = """
            array_extract array_slice bit_count concat contains epoch_ms isfinite isinf list_element list_extract list_slice
            map_from_entries md5 nextafter pg_typeof regexp_extract repeat sha1 sha256 strftime time_bucket timezone to_milliseconds
            to_seconds trunc typeof""";

    private static final Map<String, Function> DIGESTS = Map.of("md5", Function.MD5, "sha256", Function.SHA256);
    private static final ScalarFunction BIT_COUNT =
            ScalarFunction.of("bit_count", DataType.INT64, DataType.INT8, (Long x) -> Long.bitCount(x));
    private static final ScalarFunction IS_INFINITE =
            ScalarFunction.of("isinf", DataType.FLOAT64, DataType.BOOL, (Double x) -> Double.isInfinite(x));
    private static final ScalarFunction IS_FINITE =
            ScalarFunction.of("isfinite", DataType.FLOAT64, DataType.BOOL, (Double x) -> Double.isFinite(x));

    private static final ScalarFunction NEXT_DOUBLE = ScalarFunction.of(
            "nextafter",
            DataType.FLOAT64,
            DataType.FLOAT64,
            DataType.FLOAT64,
            (Double x, Double to) -> Math.nextAfter(x, to));
    private static final ScalarFunction NEXT_FLOAT = ScalarFunction.of(
            "nextafter",
            DataType.FLOAT32,
            DataType.FLOAT32,
            DataType.FLOAT32,
            (Float x, Float to) -> Math.nextAfter(x, (double) to));

    private static final FunctionFamilies<Typed> FAMILIES = new FunctionFamilies<Typed>()
            .with(NAMES, TypedFunctions::addTo)
            .with(TemporalSeries.NAMES, TemporalSeries::addTo)
            .with(IntervalParts.NAMES, IntervalParts::addTo)
            .with(ListSets.NAMES, ListSets::addTo)
            .with(Paths.NAMES, Paths::addTo)
            .with(JsonFunctions.NAMES, JsonFunctions::addTo)
            .with(JsonMaking.NAMES, JsonMaking::addTo)
            .with(JsonChanges.NAMES, JsonChanges::addTo)
            .with(JsonTransform.NAMES, JsonTransform::addTo)
            .with(StructFunctions.NAMES, StructFunctions::addTo)
            .with(EnumFunctions.NAMES, EnumFunctions::addTo);

    private TypedFunctions() {}

    public static Optional<Typed> find(String name) {
        return FAMILIES.find(name);
    }

    /// The names that a user may write.
    public static Set<String> names() {
        return FAMILIES.names();
    }

    private static void addTo(Map<String, Typed> functions) {
        functions.put("typeof", (arguments, types) -> typeOf("typeof", arguments, types));
        functions.put(
                "pg_typeof",
                (arguments, types) -> lit(TypeNames.nameOf(types.getFirst()).toLowerCase(Locale.ROOT)));
        functions.put("trunc", Rounding::truncated);
        functions.put("bit_count", TypedFunctions::bits);
        functions.put("nextafter", TypedFunctions::next);
        functions.put("isinf", (arguments, types) -> isFinite(IS_INFINITE, false, arguments, types));
        functions.put("isfinite", (arguments, types) -> isFinite(IS_FINITE, true, arguments, types));
        functions.put("md5", (arguments, types) -> digest("md5", "MD5", arguments, types));
        functions.put("sha256", (arguments, types) -> digest("sha256", "SHA-256", arguments, types));
        functions.put("sha1", (arguments, types) -> digest("sha1", "SHA-1", arguments, types));
        functions.put("concat", TypedFunctions::concat);
        functions.put("contains", TypedFunctions::contains);
        functions.put("timezone", Zones::of);
        functions.put("time_bucket", TypedFunctions::bucket);
        functions.put("regexp_extract", TypedFunctions::groups);
        for (String name : List.of("list_extract", "list_element", "array_extract")) {
            functions.put(name, (arguments, types) -> element(name, arguments, types));
        }
        for (String name : List.of("list_slice", "array_slice")) {
            functions.put(name, (arguments, types) -> slice(name, arguments, types));
        }
        functions.put("epoch_ms", TypedFunctions::millis);
        functions.put("to_seconds", (arguments, types) -> micros("to_seconds", 1e6, arguments, types));
        functions.put("to_milliseconds", (arguments, types) -> micros("to_milliseconds", 1e3, arguments, types));
        functions.put("strftime", TypedFunctions::written);
        functions.put("repeat", TypedFunctions::repeat);
        functions.put("map_from_entries", TypedFunctions::entries);
    }

    private static Expr typeOf(String name, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(name, arguments, 1);
        return lit(TypeNames.nameOf(types.getFirst()));
    }

    /// An element of a list, or a letter of a text.
    private static Expr element(String name, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(name, arguments, 2);
        return types.getFirst().decoded().equals(DataType.STRING)
                ? new Expr.Call(Function.SUBSTRING, List.of(arguments.getFirst(), arguments.getLast(), lit(1L)))
                : new Expr.Call(Function.LIST_EXTRACT, arguments);
    }

    private static Expr slice(String name, List<Expr> arguments, List<DataType> types) {
        return arguments.size() == 3 && types.getFirst().decoded().equals(DataType.STRING)
                ? TextSlices.of(arguments.getFirst(), arguments.get(1), arguments.getLast())
                : ScalarFunctions.find(name).orElseThrow().of(arguments);
    }

    /// A third argument is an origin, or an interval by which all buckets start later.
    private static Expr bucket(List<Expr> arguments, List<DataType> types) {
        if (types.size() < 2 || types.size() > 3) {
            throw new IllegalArgumentException("time_bucket takes a width, a moment, and an origin or offset");
        }
        if (types.size() == 2 || !types.getLast().equals(DataType.INTERVAL)) {
            return new Expr.Call(Function.TIME_BUCKET, arguments);
        }
        Expr offset = arguments.getLast();
        Expr earlier = arguments.get(1).minus(offset);
        Expr bucket = new Expr.Call(Function.TIME_BUCKET, List.of(arguments.getFirst(), earlier)).plus(offset);
        return types.get(1) instanceof DataType.DateType ? bucket.cast(DataType.DATE) : bucket;
    }

    /// The milliseconds of a moment or a span, or the moment of so many.
    private static Expr millis(List<Expr> arguments, List<DataType> types) {
        String name = types.getFirst().isInteger() ? "make_timestamp_ms" : "epoch_ms";
        return IntervalParts.part(name, arguments, types);
    }

    /// An interval of units with fractions, to the nearest microsecond.
    private static Expr micros(String name, double unit, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(name, arguments, 1);
        if (types.getFirst().isInteger()) {
            return ScalarFunctions.find(name).orElseThrow().of(arguments);
        }
        Expr micros = arguments.getFirst().cast(DataType.FLOAT64).times(unit).cast(DataType.INT64);
        return ScalarFunctions.find("to_microseconds").orElseThrow().of(List.of(micros));
    }

    /// A moment as a text by a format, in either order.
    private static Expr written(List<Expr> arguments, List<DataType> types) {
        boolean formatFirst = arguments.size() == 2
                && types.getFirst().decoded().equals(DataType.STRING)
                && types.getLast().isTemporal();
        List<Expr> ordered = formatFirst ? arguments.reversed() : arguments;
        boolean hasZone = types.stream()
                .anyMatch(type -> type instanceof DataType.TimestampType moment
                        && moment.zone().isPresent());
        return hasZone
                        && ordered.getLast() instanceof Expr.Literal(Object format, var _)
                        && format instanceof String text
                ? new Expr.Call(Function.STRFTIME, List.of(ordered.getFirst(), lit(text.replace("%Z", "UTC"))))
                : new Expr.Call(Function.STRFTIME, ordered);
    }

    /// How many bits are set of those that a type has.
    private static Expr bits(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("bit_count", arguments, 1);
        Expr number = arguments.getFirst();
        boolean isNarrow =
                types.getFirst() instanceof DataType.IntType(int width, boolean signed) && signed && width < Long.SIZE;
        Expr counted = isNarrow
                ? new Expr.Call(
                        Function.BIT_AND,
                        List.of(
                                number.cast(DataType.INT64),
                                lit((1L << ((DataType.IntType) types.getFirst()).bits()) - 1)))
                : number;
        return new Expr.Applied(BIT_COUNT, List.of(counted));
    }

    /// Dates and moments are finite here.
    private static Expr isFinite(ScalarFunction ofNumbers, boolean finite, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(ofNumbers.name(), arguments, 1);
        return types.getFirst().decoded().isTemporal()
                ? when(arguments.getFirst().isNotNull()).then(lit(finite)).otherwise(lit(null))
                : new Expr.Applied(ofNumbers, arguments);
    }

    /// The number beside another one of its type, FLOAT only where there is no DOUBLE.
    private static Expr next(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("nextafter", arguments, 2);
        boolean isNarrow = types.contains(DataType.FLOAT32) && !types.contains(DataType.FLOAT64);
        return new Expr.Applied(isNarrow ? NEXT_FLOAT : NEXT_DOUBLE, arguments);
    }

    /// The digest of a text or of bytes.
    private static Expr digest(String name, String algorithm, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(name, arguments, 1);
        boolean isBytes = types.getFirst().decoded().equals(DataType.BINARY);
        Optional<Function> ofTexts = Optional.ofNullable(DIGESTS.get(name)).filter(_ -> !isBytes);
        DataType taken = isBytes ? DataType.BINARY : DataType.STRING;
        return ofTexts.map(function -> (Expr) new Expr.Call(function, arguments))
                .orElseGet(() -> new Expr.Applied(
                        ScalarFunction.of(
                                name, taken, DataType.STRING, (Object bytes) -> Digits.digest(algorithm, bytes)),
                        arguments));
    }

    /// A text or list so many times behind itself.
    private static Expr repeat(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("repeat", arguments, 2);
        if (!isList(types.getFirst())) {
            return new Expr.Call(Function.REPEAT, arguments);
        }
        Expr list = arguments.getFirst();
        Expr times = ScalarFunctions.find("range").orElseThrow().of(arguments.subList(1, 2));
        Expr.Lambda each = new Expr.Lambda(List.of("lambda.time"), list);
        Expr lists = new Expr.Call(Function.LIST_TRANSFORM, List.of(times, each));
        return when(list.isNull()).then(lit(null)).otherwise(new Expr.Call(Function.LIST_FLATTEN, List.of(lists)));
    }

    /// The map of a list of structs of two fields, whatever their names.
    private static Expr entries(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("map_from_entries", arguments, 1);
        if (types.getFirst().decoded() instanceof DataType.ListType(DataType element)
                && element.decoded() instanceof DataType.StructType(List<Field> fields)
                && fields.size() == 2) {
            Expr entries = arguments.getFirst();
            return MapFunctions.of(
                    MapFunctions.fields(entries, fields.getFirst().name()),
                    MapFunctions.fields(entries, fields.getLast().name()));
        }
        throw new IllegalArgumentException("map_from_entries takes a list of pairs: [('a', 1), ('b', 2)]");
    }

    /// `regexp_extract(x, r, ['a', 'b'])`: the groups as a struct of fields of these names.
    private static Expr groups(List<Expr> arguments, List<DataType> types) {
        boolean isNamed = arguments.size() >= 3
                && arguments.get(2) instanceof Expr.Call(Function function, var _)
                && function == Function.LIST_VALUE;
        if (!isNamed) {
            return new Expr.Call(Function.REGEXP_EXTRACT, arguments);
        }
        List<Expr> fields = new ArrayList<>();
        List<Expr> names = ((Expr.Call) arguments.get(2)).arguments();
        for (int i = 0; i < names.size(); i++) {
            List<Expr> group = new ArrayList<>(arguments);
            group.set(2, lit((long) i + 1));
            fields.add(names.get(i));
            fields.add(new Expr.Call(Function.REGEXP_EXTRACT, group));
        }
        return new Expr.Call(Function.STRUCT_PACK, fields);
    }

    /// Of lists one list, else one text.
    private static Expr concat(List<Expr> arguments, List<DataType> types) {
        boolean areLists = types.stream().anyMatch(TypedFunctions::isList)
                && types.stream()
                        .allMatch(type -> isList(type) || type.decoded().equals(DataType.NULL));
        return areLists
                ? new Expr.Call(Function.LIST_CONCAT, arguments)
                : ScalarFunctions.find("concat").orElseThrow().of(arguments);
    }

    /// Whether a list has an element, a map a key, or a text a text in it.
    private static Expr contains(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("contains", arguments, 2);
        String name = MapFunctions.keys(types.getFirst()).isPresent()
                ? "map_contains"
                : isList(types.getFirst()) ? "list_contains" : "contains";
        return ScalarFunctions.find(name).orElseThrow().of(arguments);
    }

    static boolean isList(DataType type) {
        return type.decoded() instanceof DataType.ListType;
    }
}
