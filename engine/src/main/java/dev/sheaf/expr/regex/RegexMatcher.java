package dev.sheaf.expr.regex;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Looks for matches in one text: tries forks in their order, and never the same step at the same place twice, as it
/// would fail again.
public final class RegexMatcher {
    private static final long MOST_STEPS = 1L << 28;
    private static final long MOST_BITS = 1L << 28;

    /// One place in so many of a run is noted, a power of two.
    private static final int NOTED = 64;

    private final String source;
    private final RegexProgram program;
    private final String text;
    private final int[] marks;
    private long[] tried = new long[8];
    private int reach;
    private long taken;

    /// What is left to try: pairs of a step and a place, or of a mark, as its complement, and what it was.
    private int[] stack = new int[16];

    private int height;

    RegexMatcher(String source, RegexProgram program, int groups, String text) {
        this.source = source;
        this.program = program;
        this.text = text;
        this.marks = new int[2 * groups + 2];
    }

    /// Whether there is a match at a place or behind it; the first is what [#start], [#end] and [#group] speak of.
    ///
    /// @throws IllegalArgumentException if it takes more steps or memory than a search may
    public boolean find(int from) {
        clear();
        for (int start = from; start <= text.length(); start += size(start)) {
            if (program.firsts.has(program.first, point(start)) && matches(from, start, false)) {
                return true;
            }
        }
        return false;
    }

    /// Whether the whole text is a match.
    ///
    /// @throws IllegalArgumentException if it takes more steps or memory than a search may
    public boolean matches() {
        clear();
        return matches(0, 0, true);
    }

    /// Where the match starts, in chars.
    public int start() {
        return marks[0];
    }

    /// Where the match ends.
    public int end() {
        return marks[1];
    }

    /// What a group matched, or the whole match if it is 0; null if the match went past the group.
    public @Nullable String group(int number) {
        return marks[2 * number + 1] < 0 ? null : text.substring(marks[2 * number], marks[2 * number + 1]);
    }

    private void clear() {
        int words = (int) Math.min(tried.length, (((reach + 1L) * program.jointCount) >> 6) + 1);
        Arrays.fill(tried, 0, words, 0);
        reach = 0;
        height = 0;
    }

    private int size(int at) {
        return at < text.length() ? Character.charCount(text.codePointAt(at)) : 1;
    }

    private boolean matches(int from, int start, boolean whole) {
        Arrays.fill(marks, -1);
        marks[0] = start;
        push(program.first, start);
        while (height > 0) {
            int at = stack[--height];
            int step = stack[--height];
            if (step < 0) {
                marks[~step] = at;
            } else if (run(step, at, from, whole)) {
                return true;
            }
        }
        return false;
    }

    /// Goes on from a step until that leads no further.
    private boolean run(int from, int start, int origin, boolean whole) {
        int step = from;
        int at = start;
        int point = point(at);
        while (isNew(step, at - origin)) {
            int next = program.next[step];
            switch (program.kinds[step]) {
                case RegexProgram.TAKE -> {
                    if (!program.takes(step, point)) {
                        return false;
                    }
                    at = pass(step, at + Character.charCount(point), origin);
                    if (at < 0) {
                        return false;
                    }
                    point = point(at);
                }
                case RegexProgram.AT -> {
                    if (!program.isAt(step, text, at)) {
                        return false;
                    }
                }
                case RegexProgram.FORK -> {
                    int other = program.other[step];
                    if (!program.firsts.has(next, point)) {
                        next = other;
                    } else if (program.firsts.has(other, point)) {
                        push(other, at);
                    }
                }
                case RegexProgram.MARK -> {
                    int slot = program.other[step];
                    push(~slot, marks[slot]);
                    marks[slot] = at;
                }
                default -> {
                    marks[1] = at;
                    return !whole || at == text.length();
                }
            }
            step = next;
        }
        return false;
    }

    /// The place behind the run that a step is in, if it is in one; -1 if a search was in that run before. It notes one
    /// place in so many, where another search in the run ends.
    private int pass(int step, int from, int origin) {
        int fork = program.runs[step];
        if (fork < 0) {
            return from;
        }
        int end = nextNoted(from);
        int at = program.firsts.passed(step, text, from, end);
        while (at == end && isWithin(step, at)) {
            if (!isNew(fork, at - origin)) {
                return -1;
            }
            end = nextNoted(at);
            at = program.firsts.passed(step, text, at, end);
        }
        return at;
    }

    private int nextNoted(int at) {
        return Math.min(text.length(), (at | (NOTED - 1)) + 1);
    }

    private boolean isWithin(int step, int at) {
        return at < text.length() && program.firsts.passed(step, text, at, at + 1) > at;
    }

    private int point(int at) {
        return at < text.length() ? text.codePointAt(at) : RegexFirsts.END;
    }

    private void push(int step, int at) {
        if (height + 2 > stack.length) {
            stack = Arrays.copyOf(stack, 2 * stack.length);
        }
        stack[height++] = step;
        stack[height++] = at;
    }

    /// Whether a search goes on: unless it was at this step and place before.
    private boolean isNew(int step, int place) {
        if (++taken > MOST_STEPS) {
            throw tooLong();
        }
        int joint = program.joints[step];
        return joint < 0 || isNew((long) place * program.jointCount + joint, place);
    }

    private boolean isNew(long bit, int place) {
        int word = (int) (bit >> 6);
        if (bit >= MOST_BITS) {
            throw tooLong();
        }
        if (word >= tried.length) {
            tried = Arrays.copyOf(tried, Math.max(word + 1, 2 * tried.length));
        }
        reach = Math.max(reach, place);
        boolean isNew = ((tried[word] >> bit) & 1) == 0;
        tried[word] |= 1L << bit;
        return isNew;
    }

    private IllegalArgumentException tooLong() {
        return new IllegalArgumentException("the regular expression '" + source + "' takes too long for a text of "
                + text.length() + " characters");
    }
}
