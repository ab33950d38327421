package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.ListType;
import dev.sheaf.column.DataType.StructType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Names;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.list.ListAggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// The types of the functions of lists and structs.
final class ListBinding {
    private ListBinding() {}

    /// Whether a call is one of these for its arguments: some functions of texts take lists, too.
    static boolean takes(Expr.Call call, List<BoundExpr> arguments) {
        return switch (call.function()) {
            case LIST_VALUE, LIST_EXTRACT, LIST_SLICE, LIST_CONCAT, LIST_CONTAINS, LIST_POSITION, LIST_SORT -> true;
            case LIST_DISTINCT, LIST_REVERSE, LIST_AGGREGATE, LIST_RANGE, LIST_FLATTEN, LIST_ZIP, LIST_JOIN -> true;
            case STRING_SPLIT, STRUCT_PACK, STRUCT_EXTRACT -> true;
            case LENGTH, CONTAINS -> arguments.getFirst().type() instanceof ListType;
            case CONCAT -> arguments.stream().anyMatch(argument -> argument.type() instanceof ListType);
            default -> false;
        };
    }

    static BoundExpr bind(Expr.Call call, List<BoundExpr> arguments) {
        return switch (call.function()) {
            case LIST_VALUE -> value(call, arguments);
            case LIST_EXTRACT -> {
                ListType list = list(call, arguments, 0);
                yield call(
                        call, List.of(lists(arguments, 0, list), TextBinding.count(call, arguments, 1)), element(list));
            }
            case LIST_SLICE -> {
                ListType list = list(call, arguments, 0);
                List<BoundExpr> typed = new ArrayList<>(List.of(lists(arguments, 0, list)));
                for (int i = 1; i < 4; i++) {
                    typed.add(TextBinding.count(call, arguments, i));
                }
                yield call(call, typed, list);
            }
            case LIST_CONCAT -> concat(call, arguments);
            case CONCAT -> strictConcat(call, arguments);
            case LIST_CONTAINS, CONTAINS -> search(call, arguments, Function.LIST_CONTAINS, DataType.BOOL);
            case LIST_POSITION -> search(call, arguments, Function.LIST_POSITION, DataType.INT32);
            case LIST_SORT, LIST_DISTINCT, LIST_REVERSE -> {
                ListType list = list(call, arguments, 0);
                List<BoundExpr> typed = new ArrayList<>(arguments);
                typed.set(0, lists(arguments, 0, list));
                yield call(call, typed, list);
            }
            case LENGTH -> call(call, arguments, DataType.INT64);
            case LIST_AGGREGATE -> aggregate(call, arguments);
            case LIST_RANGE -> {
                List<BoundExpr> typed = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    typed.add(TextBinding.count(call, arguments, i));
                }
                typed.add(arguments.get(3));
                yield call(call, typed, new ListType(DataType.INT64));
            }
            case LIST_FLATTEN -> flatten(call, arguments);
            case LIST_ZIP -> zip(call, arguments);
            case LIST_JOIN -> {
                list(call, arguments, 0);
                BoundExpr texts = Coercion.to(arguments.getFirst(), new ListType(DataType.STRING));
                yield call(call, List.of(texts, TextBinding.text(call, arguments, 1)), DataType.STRING);
            }
            case STRING_SPLIT ->
                call(
                        call,
                        List.of(TextBinding.text(call, arguments, 0), TextBinding.text(call, arguments, 1)),
                        new ListType(DataType.STRING));
            case STRUCT_PACK -> pack(call, arguments);
            case STRUCT_EXTRACT -> extract(call, arguments);
            default -> throw new AssertionError(call.function());
        };
    }

    private static BoundExpr call(Expr.Call call, List<BoundExpr> arguments, DataType type) {
        return Signature.call(call, arguments, type);
    }

    private static BoundExpr as(Expr.Call call, Function function, List<BoundExpr> arguments, DataType type) {
        return new BoundExpr.Call(function, arguments, type, ExprText.brief(call));
    }

    private static DataType element(ListType list) {
        return list.element().decoded();
    }

    /// The type of an argument that has to be a list; NULL is one of nulls.
    static ListType list(Expr.Call call, List<BoundExpr> arguments, int index) {
        BoundExpr argument = arguments.get(index);
        if (argument.isUntypedNull()) {
            return new ListType(DataType.NULL);
        }
        if (argument.type() instanceof ListType list) {
            return list;
        }
        throw Signature.refused(call, argument, call.arguments().get(index), "a list");
    }

    private static BoundExpr lists(List<BoundExpr> arguments, int index, ListType list) {
        return Coercion.to(arguments.get(index), list);
    }

    private static BoundExpr value(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> same = Coercion.toCommon(arguments, call.arguments(), call);
        DataType element = same.isEmpty() ? DataType.NULL : same.getFirst().type();
        return call(call, same, new ListType(element));
    }

    private static BoundExpr concat(Expr.Call call, List<BoundExpr> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            list(call, arguments, i);
        }
        List<BoundExpr> same = Coercion.toCommon(arguments, call.arguments(), call);
        DataType type = same.getFirst().type();
        return type instanceof ListType ? call(call, same, type) : new BoundExpr.Constant(null, DataType.NULL);
    }

    /// `||`, which is null where one list is: each is joined only where the others are there.
    private static BoundExpr strictConcat(Expr.Call call, List<BoundExpr> arguments) {
        BoundExpr all = concat(call, arguments);
        if (!(all instanceof BoundExpr.Call joined)) {
            return all;
        }
        List<BoundExpr.When> missing = joined.arguments().stream()
                .map(argument -> (BoundExpr)
                        new BoundExpr.Call(Function.IS_NULL, List.of(argument), DataType.BOOL, ExprText.brief(call)))
                .map(isNull -> new BoundExpr.When(isNull, new BoundExpr.Constant(null, joined.type())))
                .toList();
        BoundExpr concat = as(call, Function.LIST_CONCAT, joined.arguments(), joined.type());
        return new BoundExpr.Case(missing, concat, joined.type());
    }

    private static BoundExpr search(Expr.Call call, List<BoundExpr> arguments, Function function, DataType type) {
        ListType list = list(call, arguments, 0);
        Expr wanted = call.arguments().get(1);
        List<BoundExpr> pair = List.of(new BoundExpr.Column(0, "an element", element(list)), arguments.get(1));
        DataType common = Coercion.commonType(pair, List.of(new Expr.ColumnRef("an element"), wanted), call);
        BoundExpr value = wanted.unaliased() instanceof Expr.Literal
                ? Coercion.literalTo(arguments.get(1), common)
                : Coercion.to(arguments.get(1), common);
        return as(call, function, List.of(Coercion.to(arguments.getFirst(), new ListType(common)), value), type);
    }

    private static BoundExpr aggregate(Expr.Call call, List<BoundExpr> arguments) {
        ListType list = list(call, arguments, 0);
        String name = arguments.get(1) instanceof BoundExpr.Constant(Object value, var _) ? String.valueOf(value) : "";
        ListAggregate aggregate = ListAggregate.of(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no aggregate \"" + name
                        + "\" of lists; there are " + ListAggregate.names() + ": " + ExprText.brief(call)));
        DataType input = input(call, aggregate, arguments, element(list));
        DataType result = aggregate == ListAggregate.COUNT ? DataType.INT64 : input;
        BoundExpr converted = Coercion.to(arguments.getFirst(), new ListType(input));
        return call(call, List.of(converted, arguments.get(1)), result);
    }

    /// The type that elements have before they are aggregated.
    private static DataType input(
            Expr.Call call, ListAggregate aggregate, List<BoundExpr> arguments, DataType element) {
        boolean isNumber = element.isNumeric() || element.equals(DataType.NULL);
        return switch (aggregate) {
            case MIN, MAX, FIRST, LAST, ANY_VALUE, COUNT -> element;
            case BOOL_AND, BOOL_OR -> {
                if (!element.equals(DataType.BOOL) && !element.equals(DataType.NULL)) {
                    throw Signature.refused(
                            call, arguments.getFirst(), call.arguments().getFirst(), "a list of bools");
                }
                yield DataType.BOOL;
            }
            case SUM, AVG, PRODUCT, STDDEV_SAMP, STDDEV_POP, VAR_SAMP, VAR_POP, MEDIAN -> {
                if (!isNumber) {
                    throw Signature.refused(
                            call, arguments.getFirst(), call.arguments().getFirst(), "a list of numbers");
                }
                yield aggregate == ListAggregate.SUM ? sum(element) : DataType.FLOAT64;
            }
        };
    }

    private static DataType sum(DataType element) {
        return switch (element) {
            case DataType.DecimalType(int _, int scale) -> DataType.decimal(DataType.DecimalType.MAX_PRECISION, scale);
            case DataType.IntType(int bits, boolean _)
            when bits == Long.SIZE -> DataType.decimal(DataType.DecimalType.MAX_PRECISION, 0);
            case DataType.FloatType _ -> DataType.FLOAT64;
            default -> DataType.INT64;
        };
    }

    private static BoundExpr flatten(Expr.Call call, List<BoundExpr> arguments) {
        ListType outer = list(call, arguments, 0);
        if (element(outer) instanceof ListType inner) {
            return call(call, arguments, inner);
        }
        if (element(outer).equals(DataType.NULL)) {
            BoundExpr empty = Coercion.to(arguments.getFirst(), new ListType(new ListType(DataType.NULL)));
            return call(call, List.of(empty), new ListType(DataType.NULL));
        }
        throw Signature.refused(call, arguments.getFirst(), call.arguments().getFirst(), "a list of lists");
    }

    private static BoundExpr zip(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> typed = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            ListType list = list(call, arguments, i);
            typed.add(lists(arguments, i, list));
            fields.add(new Field("element_" + (i + 1), element(list)));
        }
        return call(call, typed, new ListType(new StructType(fields)));
    }

    private static BoundExpr pack(Expr.Call call, List<BoundExpr> arguments) {
        List<Field> fields = new ArrayList<>();
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i) instanceof BoundExpr.Constant(Object value, var _) ? "" + value : "";
            if (!names.add(name)) {
                throw new IllegalArgumentException("a struct has one field \"" + name + "\" only");
            }
            fields.add(new Field(name, arguments.get(i + 1).type()));
        }
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("a struct has at least one field");
        }
        return call(call, arguments, new StructType(fields));
    }

    private static BoundExpr extract(Expr.Call call, List<BoundExpr> arguments) {
        if (!(arguments.getFirst().type() instanceof StructType struct)) {
            throw Signature.refused(call, arguments.getFirst(), call.arguments().getFirst(), "a struct");
        }
        String name = arguments.get(1) instanceof BoundExpr.Constant(Object value, var _) ? "" + value : "";
        Field field = field(struct, name);
        BoundExpr spelled = new BoundExpr.Constant(field.name(), DataType.STRING);
        return call(call, List.of(arguments.getFirst(), spelled), field.type().decoded());
    }

    /// The field of this name, or else the first that has it in other cases.
    private static Field field(StructType struct, String name) {
        OptionalInt place = struct.find(name);
        if (place.isPresent()) {
            return struct.fields().get(place.getAsInt());
        }
        List<String> names = struct.fields().stream().map(Field::name).toList();
        return struct.fields().stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the struct has no field \"" + name + "\"; fields: "
                        + String.join(", ", names) + "." + Names.didYouMean(name, names)));
    }
}
