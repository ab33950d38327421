package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.STRING;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.ScalarFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/// Functions of paths of files. A last argument says what separates folders: `both_slash`, as long as nothing is said,
/// `forward_slash` and `system` for `/`, or `backslash`.
final class Paths {
    /// The names of these functions.
    static final String NAMES = """
            parse_dirname parse_dirpath parse_filename parse_path""";

    private Paths() {}

    static void addTo(Map<String, Typed> functions) {
        functions.put("parse_path", (arguments, _) -> call("parse_path", arguments, parts()));
        functions.put("parse_dirname", (arguments, _) -> text("parse_dirname", arguments, Paths::firstFolder));
        functions.put("parse_dirpath", (arguments, _) -> text("parse_dirpath", arguments, Paths::folder));
        functions.put("parse_filename", Paths::fileName);
    }

    private static ScalarFunction parts() {
        DataType texts = new DataType.ListType(STRING);
        return ScalarFunction.of("parse_path", STRING, STRING, texts, (String path, String by) -> parts(path, by));
    }

    private static Expr text(String name, List<Expr> arguments, BinaryOperator<String> function) {
        return call(name, arguments, ScalarFunction.of(name, STRING, STRING, STRING, function));
    }

    private static Expr call(String name, List<Expr> arguments, ScalarFunction function) {
        if (arguments.isEmpty() || arguments.size() > 2) {
            throw new IllegalArgumentException(name + " takes a path, and perhaps what separates its folders");
        }
        List<Expr> all = new ArrayList<>(arguments);
        if (arguments.size() == 1) {
            all.add(Expressions.lit("both_slash"));
        }
        return new Expr.Applied(function, all);
    }

    /// `parse_filename(path[, without ending][, separator])`.
    private static Expr fileName(List<Expr> arguments, List<DataType> types) {
        boolean says = types.size() > 1 && types.get(1).decoded().equals(DataType.BOOL);
        List<Expr> given = new ArrayList<>(arguments);
        Expr trimmed = says ? given.remove(1) : Expressions.lit(false);
        Expr name = text("parse_filename", given, Paths::fileName);
        return Expressions.when(trimmed)
                .then(Expressions.call(ScalarFunction.of("stem", STRING, STRING, Paths::stem), name))
                .otherwise(name);
    }

    private static boolean isSeparator(char character, String separator) {
        return switch (separator) {
            case "both_slash" -> character == '/' || character == '\\';
            case "forward_slash", "system" -> character == '/';
            case "backslash" -> character == '\\';
            default ->
                throw new IllegalArgumentException(
                        "folders are separated by system, both_slash, forward_slash or backslash");
        };
    }

    private static int last(String path, String separator) {
        int last = path.length() - 1;
        while (last >= 0 && !isSeparator(path.charAt(last), separator)) {
            last--;
        }
        return last;
    }

    private static String fileName(String path, String separator) {
        return path.substring(1 + last(path, separator));
    }

    private static String stem(String name) {
        int point = name.lastIndexOf('.');
        return point < 0 ? name : name.substring(0, point);
    }

    /// The path of the folder, empty if there is none.
    private static String folder(String path, String separator) {
        return path.substring(0, Math.max(0, last(path, separator)));
    }

    /// The folder that a path begins with, empty if there is none.
    private static String firstFolder(String path, String separator) {
        for (int i = 0; i < path.length(); i++) {
            if (isSeparator(path.charAt(i), separator)) {
                return path.substring(0, Math.max(1, i));
            }
        }
        return "";
    }

    /// The folders and the file; one that begins at the root begins with a separator.
    private static List<String> parts(String path, String separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= path.length(); i++) {
            if (i == path.length() || isSeparator(path.charAt(i), separator)) {
                if (i > start || (i == 0 && !path.isEmpty())) {
                    parts.add(path.substring(start, Math.max(1, i)));
                }
                start = i + 1;
            }
        }
        return parts;
    }
}
