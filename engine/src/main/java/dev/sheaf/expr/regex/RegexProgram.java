package dev.sheaf.expr.regex;

import dev.sheaf.expr.regex.RegexNode.Place;
import java.util.function.IntPredicate;

/// The steps of an expression as a search reads them: fields in arrays, one entry a step.
///
/// A step that only one other leads to is at a place as often as that one is, once at most. So a search notes for the
/// other steps alone, the *joints*, where it was.
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
        jointCount = numberJoints();
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
