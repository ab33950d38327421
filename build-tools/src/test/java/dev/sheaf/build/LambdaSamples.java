package dev.sheaf.build;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Lambdas of many kinds. [DesugarTest] compares what they answer as compiled and as rewritten.
public final class LambdaSamples implements Supplier<List<Object>> {
    private static final Supplier<String> IN_A_STATIC_FIELD = () -> "static";

    private final List<Object> answers = new ArrayList<>();
    private int calls;

    enum Sign {
        PLUS,
        MINUS {
            @Override
            UnaryOperator<Long> rule() {
                return value -> -value + ordinal();
            }
        };

        UnaryOperator<Long> rule() {
            return UnaryOperator.identity();
        }
    }

    record Range(int from, int to) {
        Range {
            Supplier<String> message = () -> from + " > " + to;
            if (from > to) {
                throw new IllegalArgumentException(message.get());
            }
        }
    }

    interface Named {
        String name();

        static Named of(String name) {
            return () -> name;
        }

        default Supplier<String> twice() {
            return () -> name() + hidden();
        }

        private String hidden() {
            Supplier<String> inPrivate = () -> "/" + name();
            return inPrivate.get();
        }
    }

    @Override
    public List<Object> get() {
        captures((byte) 1, 'c', (short) 2, true, 2.5f);
        wideCaptures(3, 4L, 5.5, "six");
        places();
        parameters();
        otherInterfaces();
        return answers;
    }

    private void captures(byte small, char letter, short narrow, boolean flag, float real) {
        Supplier<Object> all = () -> small + ":" + letter + narrow + flag + real;
        answers.add(all.get());
    }

    private void wideCaptures(int narrow, long wide, double real, String text) {
        Supplier<Object> all = () -> narrow + ":" + wide + ":" + real + ":" + text + ":" + calls++;
        answers.add(all.get());
        answers.add(all.get());
        LongSupplier counter = () -> wide + narrow;
        answers.add(counter.getAsLong());
        IntFunction<Supplier<String>> nested = number -> () -> text + (number + wide) + calls;
        answers.add(nested.apply(7).get());
    }

    /// A lambda that captures nothing is the same object each time.
    private static Runnable onlyOnce() {
        return () -> {};
    }

    private void places() {
        answers.add(onlyOnce().equals(onlyOnce()));
        answers.add(IN_A_STATIC_FIELD.get());
        answers.add(Sign.MINUS.rule().apply(9L));
        answers.add(Sign.PLUS.rule().apply(9L));
        answers.add(new Range(1, 2));
        answers.add(Named.of("n").twice().get());
        Object anonymous = new Object() {
            @Override
            public String toString() {
                Supplier<Integer> inside = () -> calls + answers.size();
                return "inside " + inside.get();
            }
        };
        answers.add(anonymous.toString());
    }

    private void parameters() {
        ToDoubleFunction<Long> real = value -> value;
        answers.add(real.applyAsDouble(13L));
        BiFunction<Character, Boolean, String> small = (letter, flag) -> letter + "/" + flag;
        answers.add(small.apply('c', true));
        Consumer<List<Object>> dropped = list -> list.add("dropped");
        dropped.accept(answers);
        List<@Nullable String> annotated = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            @Nullable String last = i > 1 ? null : "last";
            Runnable more = () -> annotated.add(last);
            more.run();
        }
        answers.add(annotated);
    }

    private void otherInterfaces() {
        Supplier<String> marked = (Supplier<String> & RandomAccess) () -> "marked";
        answers.add(marked instanceof RandomAccess);
        answers.add(marked.get());
        String captured = "kept";
        answers.add(copy((Supplier<String> & Serializable) () -> captured + " for later")
                .get());
    }

    @SuppressWarnings("unchecked")
    private static Supplier<String> copy(Supplier<String> serializable) {
        try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(serializable);
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
                @Override
                protected Class<?> resolveClass(java.io.ObjectStreamClass read) throws ClassNotFoundException {
                    return Class.forName(read.getName(), false, LambdaSamples.class.getClassLoader());
                }
            }) {
                return (Supplier<String>) in.readObject();
            }
        } catch (IOException | ClassNotFoundException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
