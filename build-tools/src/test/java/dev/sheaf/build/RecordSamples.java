package dev.sheaf.build;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What records say of themselves. [DesugarTest] compares it as compiled and as rewritten.
public final class RecordSamples implements Supplier<List<Object>> {
    record None() {}

    record All(
            boolean flag,
            byte small,
            char letter,
            short narrow,
            int number,
            long wide,
            float single,
            double real,
            @Nullable String text,
            int @Nullable [] array) {}

    record Real(double real, float single) {}

    record Own(int number) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Own;
        }

        @Override
        public int hashCode() {
            return 7;
        }
    }

    record Generic<T extends Comparable<T>>(T value, List<? super T> list) {}

    @Override
    public List<Object> get() {
        record Local$Name(None none, Object other) {}
        List<Object> answers = new ArrayList<>();
        List<Object> values = new ArrayList<>(all());
        values.addAll(List.of(new None(), new None(), new Own(1), new Own(2), "no record"));
        values.addAll(
                List.of(new Real(0.0, 0f), new Real(-0.0, 0f), new Real(0.0, -0f), new Real(Double.NaN, Float.NaN)));
        values.add(new Real(Double.longBitsToDouble(0x7ff8000000000001L), Float.NaN));
        values.addAll(
                List.of(new Generic<>(1, List.of(2)), new Generic<>(1, List.of(2)), new Generic<>("1", List.of())));
        values.addAll(List.of(new Local$Name(new None(), 1), new Local$Name(new None(), 1L)));
        values.add(null);
        for (Object value : values.subList(0, values.size() - 1)) {
            answers.add(value + " " + value.hashCode());
            answers.add(values.stream().map(value::equals).toList());
        }
        return answers;
    }

    /// One record, and others that differ in one component each. Arrays hash by place, so there is none.
    private static List<All> all() {
        List<All> made = new ArrayList<>();
        for (int differing = 0; differing < 10; differing++) {
            made.add(new All(
                    differing == 1,
                    (byte) (differing == 2 ? -1 : 1),
                    differing == 3 ? 'x' : 'c',
                    (short) (differing == 4 ? -300 : 300),
                    differing == 5 ? 6 : 5,
                    differing == 6 ? 1L << 40 : 8,
                    differing == 7 ? 1.5f : 2.5f,
                    differing == 8 ? 3.5 : 4.5,
                    differing == 9 ? null : "text",
                    null));
        }
        made.add(made.getFirst());
        return made;
    }
}
