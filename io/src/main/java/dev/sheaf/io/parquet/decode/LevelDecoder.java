package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// Reads levels and bools: numbers of any width one by one, or those of one bit as bits.
public final class LevelDecoder extends HybridRuns {

    /// @throws MalformedPageException if numbers cannot have this width
    LevelDecoder(ByteBuffer data, int start, int end, int bitWidth) {
        super(data, start, end, bitWidth);
    }

    /// Reads the next `count` numbers of one bit into zeroed bits from bit `at` on, and returns how many are
    /// 1.
    ///
    /// @throws MalformedPageException if there are not as many
    public int readBits(ByteBuffer target, int at, int count) {
        int ones = 0;
        for (int done = 0; done < count; ) {
            int run = nextRun(count - done);
            if (packed) {
                ones += Bits.copy(data, packedBit, target, at + done, run);
                packedBit += run;
            } else if (isOne()) {
                Bits.setAll(target, at + done, run);
                ones += run;
            }
            done += run;
        }
        return ones;
    }

    /// Passes over the next `count` numbers of one bit, and returns how many are 1.
    ///
    /// @throws MalformedPageException if there are not as many
    public int skipBits(int count) {
        int ones = 0;
        for (int done = 0; done < count; ) {
            int run = nextRun(count - done);
            if (packed) {
                ones += Bits.count(data, packedBit, run);
                packedBit += run;
            } else if (isOne()) {
                ones += run;
            }
            done += run;
        }
        return ones;
    }

    private boolean isOne() {
        if (runValue != 0 && runValue != 1) {
            throw new MalformedPageException("a run of the number " + runValue + " where only 0 and 1 can be");
        }
        return runValue == 1;
    }
}
