package dev.sheaf.cli.datagen;

/// A whole number for every row.
@FunctionalInterface
public interface Numbers {

    /// The number of a row.
    long at(long row);

    /// Numbers in `[0, bound)`: uniform if `zipf` is 0, else the smaller the likelier, by Zipf's law with that
    /// exponent.
    static Numbers below(long bound, double zipf, Draws draws) {
        if (zipf == 0) {
            return row -> draws.below(row, bound);
        }
        Zipf law = new Zipf(bound, zipf);
        return row -> law.rank(draws.bits(row)) - 1;
    }
}
