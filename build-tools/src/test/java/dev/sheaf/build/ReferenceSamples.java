package dev.sheaf.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// References to methods of many kinds. [DesugarTest] compares what they answer as compiled and as rewritten.
public final class ReferenceSamples implements Supplier<List<Object>> {
    private final List<Object> answers = new ArrayList<>();

    interface Shape {
        default Supplier<String> named() {
            return this::hidden;
        }

        private String hidden() {
            return "hidden of " + getClass().getSimpleName();
        }

        static String general(Object shape) {
            return "general " + shape;
        }
    }

    record Circle(double radius) implements Shape {}

    static class Base {
        protected String name() {
            return "base";
        }
    }

    static final class Derived extends Base {
        @Override
        protected String name() {
            Supplier<String> above = super::name;
            Supplier<String> own = this::own;
            return above.get() + own.get();
        }

        private String own() {
            return " and own";
        }
    }

    private final class Inner {
        private final String text;

        private Inner(String text) {
            this.text = text + answers.size();
        }
    }

    @Override
    public List<Object> get() {
        conversions();
        constructors();
        methods();
        arrays();
        return answers;
    }

    private void conversions() {
        IntToLongFunction widened = Math::abs;
        answers.add(widened.applyAsLong(-8));
        ToLongFunction<Integer> unboxedAndWidened = Integer::intValue;
        answers.add(unboxedAndWidened.applyAsLong(11));
        Function<Integer, Object> boxed = ReferenceSamples::twice;
        answers.add(boxed.apply(12));
        DoubleUnaryOperator root = Math::sqrt;
        answers.add(root.applyAsDouble(16));
        BiFunction<Byte, Short, Object> small = ReferenceSamples::add;
        answers.add(small.apply((byte) 3, (short) 4));
        Consumer<Integer> forgetsWide = ReferenceSamples::twice;
        forgetsWide.accept(2);
        Consumer<Object> forgets = answers::add;
        forgets.accept("added");
        LongFunction<Object> toText = Long::toString;
        answers.add(toText.apply(99L));
    }

    private static long twice(int value) {
        return 2L * value;
    }

    private static double add(long left, float right) {
        return left + right;
    }

    private void constructors() {
        Function<Double, Shape> made = Circle::new;
        answers.add(made.apply(1.5));
        Function<String, Inner> inner = Inner::new;
        answers.add(inner.apply("inner").text);
        Supplier<List<String>> generic = ArrayList::new;
        answers.add(generic.get());
    }

    private void methods() {
        Function<Circle, Double> read = Circle::radius;
        answers.add(read.apply(new Circle(2.5)));
        answers.add(new Circle(1).named().get());
        Function<Object, String> general = Shape::general;
        answers.add(general.apply("x"));
        answers.add(new Derived().name());
        Function<String, Integer> length = String::length;
        answers.add(length.andThen(Integer::toBinaryString).apply("seven c"));
        BiFunction<String, Object, String> varargs = String::formatted;
        answers.add(varargs.apply("<%s>", 5));
        Function<Integer, List<Integer>> varargsOfOne = Arrays::asList;
        answers.add(varargsOfOne.apply(6));
        answers.add(bounded(4));
    }

    private static <T extends Number & Comparable<T>> int bounded(T value) {
        Function<T, Integer> compared = value::compareTo;
        return compared.apply(value) + value.intValue();
    }

    private void arrays() {
        IntFunction<int[]> array = int[]::new;
        answers.add(array.apply(5).length);
        int[] numbers = {3, 4};
        Supplier<int[]> copy = numbers::clone;
        answers.add(Arrays.toString(copy.get()) + Arrays.equals(copy.get(), numbers));
        IntFunction<String[][]> nested = String[][]::new;
        answers.add(nested.apply(2).getClass().getSimpleName());
    }
}
