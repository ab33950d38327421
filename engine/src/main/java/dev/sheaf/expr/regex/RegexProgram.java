package dev.sheaf.expr.regex;

import dev.sheaf.expr.regex.RegexNode.Place;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// The steps of an expression as a search reads them: fields in arrays, one entry a step.
///
/// A step that only one other leads to is at a place as often as that one is, once at most. So a search notes for the
/// other steps alone, the *joints*, where it was.
///
/// In a *run*, as `[^/]+/` begins with, a step is repeated as long as it takes what follows, since what the fork behind
/// it leads to else takes none of it. A search passes its characters at once, and the fork is a joint.
final class RegexProgram {
    /// Takes one code point.
    static final byte TAKE = 0;
    /// Checks the place.
    static final byte AT = 1;
    /// Tries [#next], then [#other].
    static final byte FORK = 2;
    /// Remembers the place as mark [#other].
    static final byte MARK = 3;
    /// A match ends here.
    static final byte DONE = 4;

    final byte[] kinds;
    final int[] next;
    final int[] other;
    /// The number of a joint, from 0; -1 for other steps.
    final int[] joints;

    /// Of a step that is repeated in a run the fork behind it; -1 for other steps.
    final int[] runs;

    final int jointCount;
    final int first;
    final RegexFirsts firsts;
    private final RegexStep[] steps;

    RegexProgram(RegexStep[] steps, int first) {
        this.steps = steps;
        this.first = first;
        kinds = new byte[steps.length];
        next = new int[steps.length];
        other = new int[steps.length];
        firsts = new RegexFirsts(steps);
        joints = new int[steps.length];
        joints[first] = 1;
        for (int i = 0; i < steps.length; i++) {
            lay(i);
        }
        runs = new int[steps.length];
        Arrays.setAll(runs, this::run);
        jointCount = numberJoints();
    }

    private int run(int step) {
        int fork = kinds[step] == TAKE ? next[step] : -1;
        if (fork < 0 || kinds[fork] != FORK || (next[fork] != step && other[fork] != step)) {
            return -1;
        }
        if (!firsts.areApart(step, next[fork] == step ? other[fork] : next[fork])) {
            return -1;
        }
        joints[fork] = 2;
        return fork;
    }

    /// Lays a step out, and counts it at the steps that follow.
    private void lay(int step) {
        switch (steps[step]) {
            case RegexStep.Take(IntPredicate _, int then) -> lay(step, TAKE, then, -1);
            case RegexStep.At(Place _, int then) -> lay(step, AT, then, -1);
            case RegexStep.Mark(int slot, int then) -> lay(step, MARK, then, slot);
            case RegexStep.Fork(int one, int another) -> {
                lay(step, FORK, one, another);
                joints[another]++;
            }
            case RegexStep.Done _ -> kinds[step] = DONE;
        }
    }

    private void lay(int step, byte kind, int then, int also) {
        kinds[step] = kind;
        next[step] = then;
        other[step] = also;
        joints[then]++;
    }

    private int numberJoints() {
        int count = 0;
        for (int i = 0; i < joints.length; i++) {
            joints[i] = joints[i] > 1 ? count++ : -1;
        }
        return count;
    }

    /// Whether a step that takes takes a code point; none at the end of a text, -1.
    boolean takes(int step, int point) {
        return firsts.has(step, point)
                && (RegexFirsts.isAscii(point)
                        || ((RegexStep.Take) steps[step]).taken().test(point));
    }

    /// Whether a step that checks lets a search go on.
    boolean isAt(int step, String text, int at) {
        return ((RegexStep.At) steps[step]).place().isAt(text, at);
    }
}
