package dev.sheaf.build;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Switches of many kinds. [DesugarTest] compares what they answer as compiled and as rewritten.
public final class SwitchSamples implements Supplier<List<Object>> {
    sealed interface Shape permits Circle, Box, Sign {}

    record Circle(double radius) implements Shape {}

    record Box(Shape inside, int count) implements Shape {}

    record Pair<A, B>(A left, B right) {}

    enum Sign implements Shape {
        PLUS,
        MINUS
    }

    private static final List<Object> VALUES = List.of(
            new Circle(0),
            new Box(new Circle(3), 2),
            new Box(new Circle(3), 1),
            new Pair<>(1, "one"),
            new Pair<>("two", 2L),
            new Pair<>(3, new Pair<>(Sign.MINUS, 4)),
            "long text",
            "s",
            5,
            7L,
            Sign.PLUS,
            new int[] {1},
            new String[] {"a"});

    @Override
    public List<Object> get() {
        List<Object> answers = new ArrayList<>();
        for (Object value : VALUES) {
            answers.add(List.of(kind(value), parts(value), constants(value), statement(value)));
        }
        answers.add(kind(null));
        for (Shape shape : List.of(new Circle(1), new Box(Sign.MINUS, 3), Sign.PLUS, Sign.MINUS)) {
            answers.add(exhaustive(shape));
        }
        answers.add(withoutNull());
        answers.add(sign(Sign.PLUS) + sign(Sign.MINUS) + sign(null));
        return answers;
    }

    private static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> "nothing";
            case Box(Circle inside, int count) when count > 1 -> count + " of " + inside.radius();
            case Shape shape -> shape.getClass().getSimpleName();
            case String text when text.length() > 3 -> "long " + text.length();
            case String text -> text;
            case Integer number -> "int " + number;
            case int[] numbers -> "ints " + numbers.length;
            case Object[] objects -> "objects " + objects.length;
            default -> "other";
        };
    }

    private static String parts(Object value) {
        return switch (value) {
            case Pair<?, ?>(Integer left, String right) -> left + right;
            case Pair<?, ?>(String left, var _) -> left;
            case Pair<?, ?>(Integer left, Pair<?, ?>(Sign sign, Integer right)) -> left + sign.name() + right;
            default -> "none";
        };
    }

    private static String constants(Object value) {
        return switch (value) {
            case String text when text.equals("s") -> "the text s";
            case Sign sign when sign == Sign.PLUS -> "plus";
            case Sign _ -> "minus";
            default -> "none";
        };
    }

    private static String exhaustive(Shape shape) {
        return switch (shape) {
            case Sign.PLUS -> "plus";
            case Sign.MINUS -> "minus";
            case Circle(double radius) -> "circle " + radius;
            case Box(Shape inside, int count) -> count + " of " + exhaustive(inside);
        };
    }

    private static String sign(@Nullable Sign sign) {
        return switch (sign) {
            case null -> "none";
            case PLUS -> "plus";
            case Sign other when other.ordinal() > 5 -> "other";
            case MINUS -> "minus";
        };
    }

    private static int statement(Object value) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            switch (value) {
                case Integer number -> sum += number;
                case Long number -> {
                    Function<Integer, Long> inside = times -> times * number;
                    sum += inside.apply(i).intValue();
                }
                default -> sum--;
            }
        }
        return sum;
    }

    private static String withoutNull() {
        Object nothing = VALUES.isEmpty() ? "" : null;
        try {
            return switch (nothing) {
                case String text -> text;
                default -> "other";
            };
        } catch (NullPointerException expected) {
            return "refused";
        }
    }
}
