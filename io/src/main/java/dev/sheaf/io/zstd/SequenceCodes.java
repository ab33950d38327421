package dev.sheaf.io.zstd;

/// The codes of literal lengths, match lengths and offsets: what number each stands for, how many bits follow it,
/// and the distributions that hold when a block brings none.
///
/// Source: RFC 8878, sections 3.1.1.3.2.1 and 3.1.1.3.2.2.
enum SequenceCodes {
    LITERAL_LENGTHS(
            9,
            new int[] {
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 128, 256,
                512, 1024, 2048, 4096, 8192, 16384, 32768, 65536
            },
            new int[] {
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13,
                14, 15, 16
            },
            6,
            new int[] {
                4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1,
                -1, -1
            }),
    OFFSETS(8, powers(), upTo(31), 5, new int[] {
        1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1
    }),
    MATCH_LENGTHS(
            9,
            new int[] {
                3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
                31, 32, 33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195,
                16387, 32771, 65539
            },
            new int[] {
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1,
                1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
            },
            6,
            new int[] {
                1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1
            });

    private final int maxAccuracy;
    private final int[] bases;
    private final int[] extraBits;
    private final FseDistribution defaults;

    SequenceCodes(int maxAccuracy, int[] bases, int[] extraBits, int defaultAccuracy, int[] defaultCounts) {
        this.maxAccuracy = maxAccuracy;
        this.bases = bases;
        this.extraBits = extraBits;
        this.defaults = new FseDistribution(defaultAccuracy, defaultCounts);
    }

    private static int[] powers() {
        int[] powers = new int[32];
        for (int i = 0; i < powers.length; i++) {
            powers[i] = 1 << i;
        }
        return powers;
    }

    private static int[] upTo(int last) {
        int[] numbers = new int[last + 1];
        for (int i = 0; i <= last; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    /// The most bits that states of a table for these codes have.
    int maxAccuracy() {
        return maxAccuracy;
    }

    int count() {
        return bases.length;
    }

    /// The least number that a code stands for.
    int base(int code) {
        return bases[code];
    }

    /// How many bits say what is to be added to the base.
    int extraBits(int code) {
        return extraBits[code];
    }

    FseDistribution defaults() {
        return defaults;
    }
}
