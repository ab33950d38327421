package dev.sheaf.benchmarks.shapes.table;

import dev.sheaf.cli.datagen.Draws;
import dev.sheaf.cli.datagen.Numbers;

/// How the distinct values of a column, numbered from 0, lie over its rows.
public sealed interface Distribution {

    /// The number of the value of each row.
    Numbers over(long values, long rows, Draws draws);

    /// Every value as likely in every row.
    record Uniform() implements Distribution {
        @Override
        public Numbers over(long values, long rows, Draws draws) {
            return Numbers.below(values, 0, draws);
        }
    }

    /// Zipf's law: with an exponent of 1 the second value is half as frequent as the first.
    record Zipf(double exponent) implements Distribution {
        @Override
        public Numbers over(long values, long rows, Draws draws) {
            return Numbers.below(values, exponent, draws);
        }
    }

    /// Rising from the first row to the last.
    record Sorted() implements Distribution {
        @Override
        public Numbers over(long values, long rows, Draws draws) {
            return row -> row * values / rows;
        }
    }

    /// Blocks of rows have few values each, and hardly share them; blocks lie in random order.
    record Clustered() implements Distribution {
        private static final long BLOCK_ROWS = 4096;

        /// Odd and prime, so that multiplying by it visits every block once.
        private static final long STRIDE = 2_654_435_761L;

        @Override
        public Numbers over(long values, long rows, Draws draws) {
            long blocks = Math.max(1, (rows + BLOCK_ROWS - 1) / BLOCK_ROWS);
            long window = Math.max(1, (values + blocks - 1) / blocks);
            return row -> {
                long block = row / BLOCK_ROWS * STRIDE % blocks;
                return Math.min(values - 1, block * values / blocks + draws.below(row, window));
            };
        }
    }
}
