package dev.sheaf.groupby.cpu.key;

/// Texts that differ in digits alone as the numbers that these digits are: `id000` to `id999` as 0 to 999.
///
/// Texts come as the two words of [TextWords]. A byte that differs has the same upper half in all of them and a
/// lower half from 0 to 9; bytes between such that do not differ count as digits of value 0. So the order of
/// numbers is that of the texts, and a range of numbers takes less bits than the digits would one by one. Eight
/// digits at a time are made a number by three multiplications.
final class DecimalCode {
    /// The texts of a word have at most so many digits, which is also how many bytes it has.
    private static final int WORD_DIGITS = 8;

    private static final long LOW_HALVES = 0x0F0F_0F0F_0F0F_0F0FL;
    private static final long PAIRS = 0x00FF_00FF_00FF_00FFL;
    private static final long FOURS = 0x0000_FFFF_0000_FFFFL;

    /// The digits of each number below 10 000: looking two up takes a third of what dividing eight at a time does.
    private static final int[] FOUR_DIGITS = fourDigits();

    private final long firstMask;
    private final long secondMask;
    private final int firstUp;
    private final int secondUp;
    private final long scale;

    private DecimalCode(long firstMask, long secondMask) {
        this.firstMask = firstMask;
        this.secondMask = secondMask;
        this.firstUp = up(firstMask);
        this.secondUp = up(secondMask);
        this.scale = power(secondMask == 0 ? 0 : WORD_DIGITS - secondUp / Byte.SIZE);
    }

    /// For texts that differ in some bits of their words.
    static DecimalCode of(long firstBits, long secondBits) {
        return new DecimalCode(lowHalves(firstBits), lowHalves(secondBits));
    }

    /// Whether all these bits are in the lower halves of bytes, and of the second word in bytes that are text.
    static boolean mayBe(long firstBits, long secondBits) {
        return ((firstBits | secondBits) & ~LOW_HALVES) == 0 && secondBits >>> Integer.SIZE == 0;
    }

    private static long lowHalves(long bits) {
        long any = (bits | bits >>> 1 | bits >>> 2 | bits >>> 3) & 0x0101_0101_0101_0101L;
        return any * 0x0F;
    }

    /// How far the last byte of a mask is from the topmost.
    private static int up(long mask) {
        return Long.numberOfLeadingZeros(mask) & 0x38;
    }

    private static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }

    /// The lower halves that are digits, in the first or in the second word.
    long mask(boolean ofSecond) {
        return ofSecond ? secondMask : firstMask;
    }

    /// The greatest number there can be.
    long greatest() {
        return power(WORD_DIGITS) * scale - 1;
    }

    /// Not zero if the digits of a word are not all from 0 to 9.
    static long wrong(long word, long mask) {
        return ((word & mask) + 0x0606_0606_0606_0606L) & ~LOW_HALVES;
    }

    /// The number of a text.
    long number(long first, long second) {
        return digits((first & firstMask) << firstUp) * scale + digits((second & secondMask) << secondUp);
    }

    /// Eight bytes from 0 to 9, the first the most significant digit.
    static long digits(long bytes) {
        long pairs = (bytes * (10 * (1 << 8) + 1)) >>> 8 & PAIRS;
        long fours = (pairs * (100 * (1 << 16) + 1)) >>> 16 & FOURS;
        return (fours * (10_000 * (1L << 32) + 1)) >>> 32;
    }

    /// Writes the numbers of texts; all have the second word `constant` if `seconds` is not to be looked at.
    void numbers(long[] firsts, long[] seconds, boolean isConstant, int rows, long[] numbers) {
        numbers(firsts, rows, numbers, firstMask, firstUp, scale);
        if (!isConstant && secondMask != 0) {
            addNumbers(seconds, rows, numbers, secondMask, secondUp);
        } else if (isConstant) {
            add(numbers, rows, digits((seconds[0] & secondMask) << secondUp));
        }
    }

    private static void numbers(long[] words, int rows, long[] numbers, long mask, int up, long scale) {
        for (int i = 0; i < rows; i++) {
            numbers[i] = digits((words[i] & mask) << up) * scale;
        }
    }

    private static void addNumbers(long[] words, int rows, long[] numbers, long mask, int up) {
        for (int i = 0; i < rows; i++) {
            numbers[i] += digits((words[i] & mask) << up);
        }
    }

    private static void add(long[] numbers, int rows, long number) {
        for (int i = 0; number != 0 && i < rows; i++) {
            numbers[i] += number;
        }
    }

    /// The digits of a number in the first or in the second word, where they were.
    long word(long number, boolean ofSecond) {
        long high = scale == 1 ? number : number / scale;
        return ofSecond ? bytes(number - high * scale) >>> secondUp & secondMask : bytes(high) >>> firstUp & firstMask;
    }

    /// Ors the digits of numbers into words where they were.
    void words(long[] numbers, int rows, long[] firsts, long[] seconds) {
        if (scale == 1) {
            words(numbers, rows, firsts, firstMask, firstUp);
        } else {
            words(numbers, rows, firsts, seconds, firstMask, firstUp, secondMask, secondUp, scale);
        }
    }

    private static void words(long[] numbers, int rows, long[] firsts, long mask, int up) {
        for (int i = 0; i < rows; i++) {
            firsts[i] |= bytes(numbers[i]) >>> up & mask;
        }
    }

    /// The quotient of numbers of less than 53 bits is exact: one that is no whole number is further from the next
    /// than a double's last bit.
    private static void words(
            long[] numbers,
            int rows,
            long[] firsts,
            long[] seconds,
            long firstMask,
            int firstUp,
            long secondMask,
            int secondUp,
            long scale) {
        double divisor = scale;
        for (int i = 0; i < rows; i++) {
            long high = (long) (numbers[i] / divisor);
            firsts[i] |= bytes(high) >>> firstUp & firstMask;
            seconds[i] |= bytes(numbers[i] - high * scale) >>> secondUp & secondMask;
        }
    }

    /// The eight digits of a number, the most significant in the lowest byte; any for what is no number of a text.
    static long bytes(long number) {
        long upper = (number * 109_951_163L) >>> 40;
        int high = FOUR_DIGITS[(int) upper & FOUR_DIGITS.length - 1];
        int low = FOUR_DIGITS[(int) (number - upper * 10_000) & FOUR_DIGITS.length - 1];
        return high | (long) low << Integer.SIZE;
    }

    private static int[] fourDigits() {
        int[] digits = new int[1 << 14];
        for (int number = 0; number < digits.length; number++) {
            digits[number] =
                    number / 1000 % 10 | (number / 100 % 10) << 8 | (number / 10 % 10) << 16 | (number % 10) << 24;
        }
        return digits;
    }
}
