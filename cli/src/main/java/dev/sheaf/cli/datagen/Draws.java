package dev.sheaf.cli.datagen;

/// Random numbers by position: the draw of a row depends on the seed, the name of the stream and the row, never
/// on draws made before.
///
/// @see <a href="https://doi.org/10.1145/2660193.2660195">Steele, Lea, Flood: Fast splittable pseudorandom number
///     generators, OOPSLA 2014</a> for the mixing function; the state is computed from the row here
public record Draws(long base) {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /// The stream of a name under a seed.
    public static Draws of(long seed, String stream) {
        return new Draws(mix(mix(seed) + stream.hashCode() * GOLDEN));
    }

    /// 64 random bits.
    public long bits(long row) {
        return mix(base + row * GOLDEN);
    }

    /// The `index`-th further draw that belongs to the draw `bits`.
    public static long next(long bits, int index) {
        return mix(bits + (index + 1) * GOLDEN);
    }

    /// Uniform in `[0, bound)`.
    public long below(long row, long bound) {
        return Math.unsignedMultiplyHigh(bits(row), bound);
    }

    /// Uniform in `[0, 1)`, a multiple of 2 to the power of -53.
    public double unit(long row) {
        return unit(bits(row), 0);
    }

    /// As [#unit(long)], from the `index`-th draw that belongs to `bits`.
    public static double unit(long bits, int index) {
        return (next(bits, index) >>> 11) * 0x1.0p-53;
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
