package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// HAVING and SELECT over the results of any request, drawn at random. What is compared of floating results does not
/// depend on how they were rounded.
final class FinishShapes {
    private static final int TEXTS = 5;

    private FinishShapes() {}

    /// A condition in most cases, and some of the columns as they are, and what is computed of some.
    static GroupFinish finish(GroupByRequest request, SplittableRandom random) {
        Schema groups = groups(request);
        Optional<Expr> having = Optional.empty();
        if (random.nextInt(5) > 0) {
            Expr one = condition(field(groups, random), random);
            having = Optional.of(random.nextBoolean() ? one : one.or(condition(field(groups, random), random)));
        }
        List<Expr> outputs = new ArrayList<>();
        if (random.nextInt(4) > 0) {
            for (Field field : groups.fields()) {
                if (random.nextInt(3) > 0) {
                    outputs.add(random.nextInt(outputs.size() + 1), col(field.name()));
                }
                if (random.nextInt(3) == 0) {
                    outputs.add(computed(field, random).as("of " + field.name()));
                }
            }
        }
        return new GroupFinish(having, outputs);
    }

    /// What the groups consist of, wherever they are found.
    private static Schema groups(GroupByRequest request) {
        List<Field> fields = new ArrayList<>();
        Stream.concat(request.keys().stream(), request.aggregates().stream())
                .forEach(named -> fields.add(new Field(
                        named.outputName(),
                        Typing.typeOf(named, request.input()).decoded())));
        return new Schema(fields);
    }

    private static Field field(Schema groups, SplittableRandom random) {
        return groups.field(random.nextInt(groups.size()));
    }

    private static Expr condition(Field field, SplittableRandom random) {
        Expr column = col(field.name());
        return switch (field.type()) {
            case DataType.IntType _ when random.nextBoolean() -> column.mod(3).ne(1);
            case DataType.BoolType _ -> column;
            case DataType.StringType _ when random.nextInt(TEXTS) == 0 -> column.gt("b");
            default -> random.nextInt(3) == 0 ? column.isNull() : column.isNotNull();
        };
    }

    private static Expr computed(Field field, SplittableRandom random) {
        Expr column = col(field.name());
        return switch (field.type()) {
            case DataType.IntType _ -> column.mod(7);
            case DataType.FloatType _ -> column.times(0.5);
            case DataType.StringType _ when random.nextInt(TEXTS) == 0 -> column.eq("a");
            default -> column.isNull();
        };
    }
}
