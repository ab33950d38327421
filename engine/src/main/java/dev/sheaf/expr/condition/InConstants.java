package dev.sheaf.expr.condition;

import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.load.ConstantNode;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.List;
import java.util.stream.LongStream;

/// IN with constants as a look-up in a set; null if nothing is found and a null is among the options.
public final class InConstants implements Node {
    private final Node input;
    private final SetTest set;
    private final boolean nullOption;
    private final Vector.Bits out = new Vector.Bits();
    private final long[] wanted = new long[Chunk.WORDS];

    private interface SetTest {
        void test(Vector values, long[] wanted, long[] out, int words);
    }

    /// @param options constants of the input's type, of one of the kinds that [#takes]
    public InConstants(Node input, List<BoundExpr.Constant> options) {
        List<BoundExpr.Constant> values =
                options.stream().filter(option -> option.value() != null).toList();
        this.input = input;
        this.nullOption = values.size() < options.size();
        this.set = setOf(input.vector(), values);
    }

    /// Whether there are sets for values of this kind.
    public static boolean takes(Vector vector) {
        return switch (vector) {
            case Vector.Longs _, Vector.Doubles _, Vector.Texts _ -> true;
            case Vector.Wides _, Vector.Bits _, Vector.Intervals _, Vector.Nested _ -> false;
        };
    }

    private static SetTest setOf(Vector kind, List<BoundExpr.Constant> values) {
        List<Vector> constants =
                values.stream().map(value -> new ConstantNode(value).vector()).toList();
        return switch (kind) {
            case Vector.Longs _ -> {
                LongSet set = new LongSet(
                        longs(constants.stream().mapToLong(constant -> ((Vector.Longs) constant).values()[0])));
                yield (rows, wanted, out, words) -> set.test(((Vector.Longs) rows).values(), wanted, out, words);
            }
            case Vector.Doubles _ -> new DoubleSet(constants)::test;
            default -> {
                TextSet set = new TextSet(constants.toArray(Vector.Texts[]::new));
                yield (rows, wanted, out, words) -> set.test((Vector.Texts) rows, wanted, out, words);
            }
        };
    }

    private static long[] longs(LongStream values) {
        return values.toArray();
    }

    /// Doubles by their bits, all NaNs and both zeros being one.
    private static final class DoubleSet {
        private final LongSet set;
        private final long[] bits = new long[Chunk.ROWS];

        DoubleSet(List<Vector> constants) {
            this.set = new LongSet(longs(
                    constants.stream().mapToLong(constant -> canonical(((Vector.Doubles) constant).values()[0]))));
        }

        void test(Vector rows, long[] wanted, long[] out, int words) {
            double[] values = ((Vector.Doubles) rows).values();
            for (int row = 0; row < words << 6; row++) {
                bits[row] = canonical(values[row]);
            }
            set.test(bits, wanted, out, words);
        }

        private static long canonical(double value) {
            return Double.doubleToLongBits(value + 0.0);
        }
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector tested = Operands.values(input, chunk, active);
        int words = chunk.words();
        Bitmaps.and(tested.valid(), active, wanted, words);
        set.test(tested, wanted, out.values(), words);
        Bitmaps.and(out.values(), tested.valid(), out.values(), words);
        Bitmaps.copy(nullOption ? out.values() : tested.valid(), out.valid(), words);
    }
}
