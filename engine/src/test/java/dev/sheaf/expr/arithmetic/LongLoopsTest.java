package dev.sheaf.expr.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;

/// Divisions of many numbers by one, of chunks that are divided as doubles and of chunks that have too many bits.
class LongLoopsTest {
    private interface Loop {
        void run(long[] values, long divisor, long[] out, int rows);
    }

    @Test
    void divideAsTheirOperatorsDo() {
        RandomCases.run(2000, random -> {
            long[] values = values(random, random.nextInt(1, Long.SIZE));
            long divisor = divisor(random);
            check(LongLoops::divide, (a, b) -> a / b, values, divisor);
            check(LongLoops::floorDivide, Math::floorDiv, values, divisor);
            check(LongLoops::floorRemainder, Math::floorMod, values, divisor);
        });
    }

    private static void check(Loop loop, LongBinaryOperator operator, long[] values, long divisor) {
        long[] expected = Arrays.stream(values)
                .map(value -> operator.applyAsLong(value, divisor))
                .toArray();
        long[] out = new long[values.length];
        loop.run(values, divisor, out, values.length);
        assertThat(out).as("%s by %s", Arrays.toString(values), divisor).isEqualTo(expected);
        long[] inPlace = values.clone();
        loop.run(inPlace, divisor, inPlace, values.length);
        assertThat(inPlace).isEqualTo(expected);
    }

    /// Numbers of at most so many bits, many of them at the edges.
    private static long[] values(SplittableRandom random, int bits) {
        return random.longs(random.nextInt(1, 100))
                .map(any -> random.nextInt(4) == 0 ? edge(random, bits) : any >> (Long.SIZE - 1 - bits))
                .toArray();
    }

    private static long edge(SplittableRandom random, int bits) {
        long most = -1L >>> (Long.SIZE - bits);
        return random.nextBoolean() ? most - random.nextInt(3) : ~most + random.nextInt(3);
    }

    private static long divisor(SplittableRandom random) {
        long any = random.nextLong() >>> random.nextInt(1, Long.SIZE);
        return Math.max(1, random.nextBoolean() ? any : edge(random, random.nextInt(1, Long.SIZE)));
    }
}
