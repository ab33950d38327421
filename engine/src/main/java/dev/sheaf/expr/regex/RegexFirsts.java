package dev.sheaf.expr.regex;

import dev.sheaf.expr.regex.RegexNode.Place;

/// Which code points may follow where a search is at a step that leads to a match: a superset, which spares a search
/// branches that fail at once. All code points beyond ASCII count as one.
///
/// Cost: a few passes over the steps. Loops make more than one of them.
final class RegexFirsts {
    /// No code point, as at the end of a text.
    static final int END = -1;

    private static final int WORD = 64;
    private static final int ASCII = 128;
    private static final byte BEYOND = 1;
    private static final byte AT_END = 2;

    private final RegexStep[] steps;
    /// Of each step two words, a bit for each ASCII character.
    private final long[] ascii;

    private final byte[] rest;

    RegexFirsts(RegexStep[] steps) {
        this.steps = steps;
        this.ascii = new long[2 * steps.length];
        this.rest = new byte[steps.length];
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int i = 0; i < steps.length; i++) {
                grows |= grow(i);
            }
        }
    }

    /// Whether a search at a step may lead to a match if this code point follows, or [#END].
    boolean has(int step, int point) {
        return isAscii(point)
                ? ((ascii[2 * step + (point >> 6)] >>> point) & 1) != 0
                : (rest[step] & (point < 0 ? AT_END : BEYOND)) != 0;
    }

    /// Whether no character of ASCII may follow at both of two steps.
    boolean areApart(int one, int other) {
        return ((ascii[2 * one] & ascii[2 * other]) | (ascii[2 * one + 1] & ascii[2 * other + 1])) == 0;
    }

    /// The place of the first character from `at` to `end` that may not follow at a step or is none of ASCII; `end` if
    /// all may follow.
    int passed(int step, String text, int at, int end) {
        long low = ascii[2 * step];
        long high = ascii[2 * step + 1];
        int passed = at;
        while (passed < end) {
            char c = text.charAt(passed);
            if (c >= ASCII || (((c < WORD ? low : high) >>> c) & 1) == 0) {
                return passed;
            }
            passed++;
        }
        return passed;
    }

    /// Whether it is a character of ASCII, and not [#END].
    static boolean isAscii(int point) {
        return (point & -ASCII) == 0;
    }

    private boolean grow(int step) {
        return switch (steps[step]) {
            case RegexStep.Take take -> add(step, bits(take, 0), bits(take, WORD), BEYOND);
            case RegexStep.At(Place place, int next) ->
                switch (place) {
                    case TEXT_END -> add(step, 0, 0, rest[next] & AT_END);
                    case LINE_END -> add(step, ascii[2 * next] & 1L << '\n', 0, rest[next] & AT_END);
                    default -> add(step, next);
                };
            case RegexStep.Mark(int _, int next) -> add(step, next);
            case RegexStep.Fork(int one, int another) -> add(step, one) | add(step, another);
            case RegexStep.Done _ -> add(step, -1L, -1L, BEYOND | AT_END);
        };
    }

    private static long bits(RegexStep.Take take, int from) {
        long bits = 0;
        for (int i = 0; i < WORD; i++) {
            bits |= take.taken().test(from + i) ? 1L << i : 0;
        }
        return bits;
    }

    private boolean add(int step, int other) {
        return add(step, ascii[2 * other], ascii[2 * other + 1], rest[other]);
    }

    private boolean add(int step, long low, long high, int more) {
        boolean grows = ((low & ~ascii[2 * step]) | (high & ~ascii[2 * step + 1]) | (more & ~rest[step])) != 0;
        ascii[2 * step] |= low;
        ascii[2 * step + 1] |= high;
        rest[step] |= (byte) more;
        return grows;
    }
}
