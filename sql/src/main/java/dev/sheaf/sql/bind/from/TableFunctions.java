package dev.sheaf.sql.bind.from;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.NumberRows;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.FileOptions;
import dev.sheaf.sql.bind.expression.Constants;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.rows.FileFunctions;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Operator;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Functions in FROM: numbers, and files with options, as `read_csv('x.txt', delim = ';', types = {'id':
/// 'INTEGER'})`.
final class TableFunctions {
    private final Origins origins;
    private final Constants constants;

    TableFunctions(Origins origins, Constants constants) {
        this.origins = origins;
        this.constants = constants;
    }

    From bind(Expression.Call call) {
        String name = call.name().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "range", "generate_series" -> numbers(call, name);
            case "glob" -> glob(call);
            default -> {
                Optional<FileFormat> format = FileFunctions.format(name);
                if (format.isEmpty()) {
                    throw origins.error(
                            call,
                            "FROM does not take the function " + name + "; it takes tables, files, queries, range(n),"
                                    + " glob(pattern) and " + String.join(", ", FileFunctions.names()));
                }
                yield files(call, format.get());
            }
        };
    }

    /// A file by its path alone.
    From file(String path, Node node) {
        return scan(() -> FileFormats.open(path), FileFunctions.stem(path), node);
    }

    private From files(Expression.Call call, FileFormat format) {
        List<Argument> arguments =
                call.arguments().stream().map(TableFunctions::named).toList();
        List<Argument> paths =
                arguments.stream().filter(argument -> argument.name().isEmpty()).toList();
        FileOptions options = FileOptions.NONE;
        for (Argument argument : arguments) {
            if (argument.name().isPresent()) {
                options = options.with(argument.name().get().text(), value(argument.value()));
            }
        }
        if (paths.size() != 1) {
            throw origins.error(
                    call,
                    call.name() + " takes one path in single quotes, or a list of them, and then options by name:"
                            + " delim = ';'");
        }
        List<String> names = texts(paths.getFirst().value());
        FileOptions given = options;
        return scan(
                () -> FileFormats.open(format, names, given),
                names.isEmpty() ? call.name() : FileFunctions.stem(names.getFirst()),
                call);
    }

    private From scan(Supplier<Dataset> files, String name, Node node) {
        try {
            Dataset dataset = files.get();
            LogicalPlan scan = new LogicalPlan.Scan(dataset, dataset.schema().names(), Optional.empty());
            return From.of(scan, Optional.of(name));
        } catch (IllegalArgumentException refused) {
            throw origins.error(node, Origins.message(refused));
        }
    }

    /// `a = 1` names an argument as `a := 1` does: no function in FROM takes a comparison.
    private static Argument named(Argument argument) {
        return argument.name().isEmpty()
                        && argument.value() instanceof Expression.Chain(Expression first, var links, var _)
                        && first instanceof Expression.Column column
                        && column.isSimple()
                        && links.size() == 1
                        && links.getFirst().operator() == Operator.EQUAL
                ? new Argument(Optional.of(column.last()), links.getFirst().operand())
                : argument;
    }

    /// The value of an option: a text, a truth, a whole number, a list of texts, or types by column.
    private Object value(Expression value) {
        return switch (value) {
            case Expression.Bool(boolean truth, var _) -> truth;
            case Expression.ListOf _ -> texts(value);
            case Expression.StructOf struct -> types(struct);
            default ->
                constants
                        .text(value)
                        .map(Object.class::cast)
                        .or(() -> constants.wholeNumber(value))
                        .orElseThrow(() -> origins.error(
                                value,
                                "an option takes a text, a number, true or false, a list of texts, or types by column:"
                                        + " {'id': 'INTEGER'}"));
        };
    }

    private List<String> texts(Expression value) {
        List<Expression> elements =
                value instanceof Expression.ListOf(List<Expression> several, var _) ? several : List.of(value);
        return elements.stream()
                .map(element -> constants
                        .text(element)
                        .orElseThrow(() -> origins.error(element, "here a text in single quotes is needed")))
                .toList();
    }

    private Map<String, DataType> types(Expression.StructOf struct) {
        Map<String, DataType> types = new LinkedHashMap<>();
        for (Argument field : struct.fields()) {
            String type = texts(field.value()).getFirst();
            try {
                types.put(field.name().map(Name::text).orElse(""), TypeNames.parse(type));
            } catch (IllegalArgumentException unknown) {
                throw origins.error(field.value(), Origins.message(unknown));
            }
        }
        return types;
    }

    /// The paths of the files that a pattern matches, sorted; none is no error.
    private From glob(Expression.Call call) {
        List<List<Object>> rows = new ArrayList<>();
        for (String pattern :
                values(call).stream().flatMap(value -> texts(value).stream()).toList()) {
            for (Path file : FileFunctions.matches(pattern)) {
                rows.add(List.of(file.toString()));
            }
        }
        Schema schema = Schema.of(new Field("file", DataType.STRING, false));
        return From.of(Descriptions.rows(rows, schema), Optional.of("glob"));
    }

    /// The values of the arguments, which have no names.
    private List<Expression> values(Expression.Call call) {
        for (Argument argument : call.arguments()) {
            argument.name().ifPresent(name -> {
                throw origins.error(name, call.name() + " takes no option " + name.text());
            });
        }
        return call.arguments().stream().map(Argument::value).toList();
    }

    /// `range(end)`, `range(start, end)` or `range(start, end, step)`; generate_series includes its end.
    private From numbers(Expression.Call call, String name) {
        List<Long> bounds = new ArrayList<>();
        for (Expression argument : values(call)) {
            bounds.add(constants
                    .wholeNumber(argument)
                    .filter(number -> number.bitLength() < Long.SIZE)
                    .map(BigInteger::longValue)
                    .orElseThrow(() -> origins.error(argument, name + " takes whole numbers")));
        }
        if (bounds.isEmpty() || bounds.size() > 3) {
            throw origins.error(call, name + " takes an end, a start and an end, or a start, an end and a step");
        }
        long first = bounds.size() == 1 ? 0 : bounds.getFirst();
        long end = bounds.size() == 1 ? bounds.getFirst() : bounds.get(1);
        long step = bounds.size() == 3 ? bounds.getLast() : 1;
        try {
            Dataset rows = NumberRows.between(name, first, end, step, name.equals("generate_series"));
            LogicalPlan scan = new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty());
            return From.of(scan, Optional.of(name));
        } catch (IllegalArgumentException | ArithmeticException refused) {
            throw origins.error(call, Origins.message(refused));
        }
    }
}
