package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Names;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The scalar functions of SQL by name, with DuckDB's names and orders of arguments.
public final class ScalarFunctions {
    /// The names of the functions that are written here.
    private static final String NAMES = """
            concat current_catalog current_database current_schema date_part datepart if log pi strptime
            try_strptime version""";

    private static final FunctionFamilies<Scalar> FAMILIES = new FunctionFamilies<Scalar>()
            .with(NAMES, ScalarFunctions::addTo)
            .with(DerivedFunctions.NAMES, DerivedFunctions::addTo)
            .with(ListFunctions.NAMES, ListFunctions::addTo)
            .with(MapFunctions.NAMES, MapFunctions::addTo)
            .with(JavaFunctions.NAMES, JavaFunctions::addTo)
            .with(TemporalFunctions.NAMES, TemporalFunctions::addTo);

    private ScalarFunctions() {}

    public static Optional<Scalar> find(String name) {
        Function direct = DirectFunctions.FUNCTIONS.get(name);
        return direct == null ? FAMILIES.find(name) : Optional.of(arguments -> call(direct, arguments));
    }

    /// The names that a user may write.
    public static List<String> names() {
        List<String> names = new ArrayList<>(DirectFunctions.FUNCTIONS.keySet());
        names.addAll(FAMILIES.names());
        return names;
    }

    private static void addTo(Map<String, Scalar> functions) {
        functions.put("log", ScalarFunctions::logarithm);
        functions.put("strptime", arguments -> read(Function.STRPTIME, arguments));
        functions.put("try_strptime", arguments -> read(Function.TRY_STRPTIME, arguments));
        functions.put("concat", ScalarFunctions::concat);
        functions.put("if", ScalarFunctions::choose);
        functions.put("current_schema", arguments -> none("current_schema", arguments, "main"));
        functions.put("current_database", arguments -> none("current_database", arguments, "memory"));
        functions.put("current_catalog", arguments -> none("current_catalog", arguments, "memory"));
        functions.put("version", arguments -> none("version", arguments, "v0.1"));
        functions.put("pi", arguments -> Expressions.lit(Math.PI));
        functions.put("date_part", ScalarFunctions::part);
        functions.put("datepart", ScalarFunctions::part);
    }

    private static Expr call(Function function, List<Expr> arguments) {
        return new Expr.Call(function, arguments);
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
            Map<String, Function> parts = DirectFunctions.PARTS;
            if (DerivedFunctions.PARTS.containsKey(name)) {
                return DerivedFunctions.PARTS.get(name).apply(arguments.getLast());
            }
            Function function = parts.containsKey(name) ? parts.get(name) : parts.get(name.replaceAll("s$", ""));
            if (function == null) {
                throw new IllegalArgumentException("there is no part '" + part + "' of a date or time; parts: "
                        + String.join(", ", parts.keySet().stream().sorted().toList()) + "."
                        + Names.didYouMean(part, parts.keySet()));
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
