package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.bytes.SpreadBits;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads dictionary codes: as they are, or what a table has for each. Tells of long runs of one code before they are
/// read.
public final class CodeDecoder extends HybridRuns {
    /// Numbers that are taken at a time: scratch of this many stays in the first-level cache.
    static final int CHUNK = 1024;

    /// From so many on a run of one number is worth being taken as such.
    private static final int LONG_RUN = 64;

    private @Nullable CodeLanes lanes;
    private int[] scratch = new int[0];

    /// @throws MalformedPageException if codes cannot have this width
    CodeDecoder(ByteBuffer data, int start, int end, int bitWidth) {
        super(data, start, end, bitWidth);
    }

    /// How many of the next codes, at most `most`, are one code, if those are many; else 0.
    ///
    /// @throws MalformedPageException if there are no more codes
    int longRun(int most) {
        startNext();
        int run = packed ? 0 : (int) Math.min(runLeft, most);
        return run < LONG_RUN ? 0 : run;
    }

    /// Takes off `count` codes of a run that [#longRun] told of, and returns which one they are.
    int takeRun(int count) {
        runLeft -= count;
        return runValue;
    }

    /// Whether codes are to be read on: there are fewer than `most`, and no long run comes after the first.
    private boolean goesOn(int done, int most) {
        if (done == most) {
            return false;
        }
        startNext();
        return done == 0 || packed || runLeft < LONG_RUN;
    }

    /// As [#read], of up to `most` codes: stops at a long run, unless it begins with one. Returns how many it read.
    int readSome(int[] target, int most) {
        int done = 0;
        while (goesOn(done, most)) {
            int run = nextRun(most - done);
            take(target, done, run);
            done += run;
        }
        return done;
    }

    /// Reads `valid` codes, at least one, to the scratch, which is returned: to the rows of set bits among the `rows`,
    /// at most [#CHUNK], from bit `row` of `bits` on. Other rows get 0 or a code beside theirs.
    ///
    /// @throws MalformedPageException if there are not as many
    int[] readSpread(ByteBuffer bits, int row, int rows, int valid) {
        int[] target = scratch();
        int done = 0;
        for (int left = valid; left > 0; ) {
            int run = nextRun(left);
            int covered = run == left ? rows - done : Bits.upTo(bits, row + done, run);
            if (packed) {
                packedBit = SpreadBits.unpack(data, packedBit, bitWidth, bits, row + done, target, done, covered);
            } else {
                Arrays.fill(target, done, done + covered, runValue);
            }
            done += covered;
            left -= run;
        }
        return target;
    }

    /// As [#readSome], of codes into a dictionary of so many entries, which become int32 from byte `at` on.
    ///
    /// @throws MalformedPageException if there are not as many, or one is too large
    int readCodes(int entries, ByteBuffer target, int at, int most) {
        CodeLanes apart = hasLanes(entries) ? lanes(entries) : null;
        int done = 0;
        while (goesOn(done, most)) {
            int run = nextRun(most - done);
            int to = at + (done << 2);
            if (!packed) {
                Codes.check(runValue, entries);
                Codes.fill(target, to, run, runValue);
            } else {
                int quick = 0;
                if (apart != null) {
                    quick = inLanes(run);
                    checkAll(apart.unpack(data, (int) (packedBit >>> 3), target, to, quick), entries);
                }
                packedBit += (long) quick * bitWidth;
                unpackSlowly(entries, target, to + (quick << 2), run - quick);
            }
            done += run;
        }
        return done;
    }

    /// As [#readCodes], with the int32 that `table`, of 128 entries, has for each code, of at most 7 bits.
    int gather(int[] table, int entries, ByteBuffer target, int at, int most) {
        CodeLanes apart = lanes(entries);
        int done = 0;
        while (goesOn(done, most)) {
            int run = nextRun(most - done);
            int to = at + (done << 2);
            if (!packed) {
                Codes.check(runValue, entries);
                Codes.fill(target, to, run, table[runValue]);
            } else {
                int quick = inLanes(run);
                checkAll(apart.gather(data, (int) (packedBit >>> 3), table, target, to, quick), entries);
                packedBit += (long) quick * bitWidth;
                gatherSlowly(table, entries, target, to + (quick << 2), run - quick);
            }
            done += run;
        }
        return done;
    }

    private static void checkAll(boolean fitting, int entries) {
        if (!fitting) {
            throw new MalformedPageException(
                    "a code of " + entries + " or more into a dictionary of " + entries + " values");
        }
    }

    /// Whether [#gather] can be used.
    boolean hasLanes(int entries) {
        return entries > 0 && entries <= 1 << CodeLanes.MAX_BITS && bitWidth > 0 && bitWidth <= CodeLanes.MAX_BITS;
    }

    private CodeLanes lanes(int entries) {
        CodeLanes made = lanes;
        if (made == null) {
            lanes = made = new CodeLanes(bitWidth, entries);
        }
        return made;
    }

    /// How many of the next packed codes begin at bytes, eight by eight.
    private int inLanes(int count) {
        return (packedBit & 7) == 0 ? count & -CodeLanes.LANES : 0;
    }

    private void unpackSlowly(int entries, ByteBuffer target, int at, int count) {
        for (int done = 0; done < count; ) {
            int some = checked(entries, count - done);
            Codes.put(scratch, some, target, at + (done << 2));
            done += some;
        }
    }

    private void gatherSlowly(int[] table, int entries, ByteBuffer target, int at, int count) {
        for (int done = 0; done < count; ) {
            int some = checked(entries, count - done);
            Codes.look(scratch, some, table, target, at + (done << 2));
            done += some;
        }
    }

    /// Takes some of `most` packed codes apart into the scratch.
    private int checked(int entries, int most) {
        int some = Math.min(CHUNK, most);
        take(scratch(), 0, some);
        Codes.check(scratch, some, entries);
        return some;
    }

    /// Room for [#CHUNK] codes.
    int[] scratch() {
        if (scratch.length == 0) {
            scratch = new int[CHUNK];
        }
        return scratch;
    }
}
