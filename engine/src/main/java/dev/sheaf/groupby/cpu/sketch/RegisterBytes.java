package dev.sheaf.groupby.cpu.sketch;

import dev.sheaf.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;
import java.util.Arrays;

/// The registers of groups as bytes: rising ints, `register << 8 | value`, or all registers, whichever is smaller. So
/// they are the same for the same values, whatever their order and split.
public final class RegisterBytes {
    private final Registers registers;
    private final int[] entries;

    public RegisterBytes(Registers registers) {
        this.registers = registers;
        this.entries = new int[registers.registers()];
    }

    /// Writes where the bytes of each group start, and returns where those of the last one end.
    public long writeStarts(int groupCount, LongBuffer starts) {
        long total = 0;
        for (int id = 0; id < groupCount; id++) {
            starts.put(id, total);
            total += size(id);
        }
        starts.put(groupCount, total);
        return total;
    }

    private long size(int id) {
        return Math.min((long) registers.count(id) * Integer.BYTES, registers.registers());
    }

    /// Writes the bytes of all groups one after the other.
    public void write(int groupCount, MemorySegment target) {
        long start = 0;
        for (int id = 0; id < groupCount; id++) {
            write(id, target, start);
            start += size(id);
        }
    }

    private void write(int id, MemorySegment target, long start) {
        long size = size(id);
        if (size == registers.registers()) {
            MemorySegment.copy(registers.heap().segment(), registers.run(id), target, start, size);
            return;
        }
        Bytes bytes = registers.heap().bytes();
        int room = registers.room(id);
        int count = room == Registers.DENSE
                ? denseEntries(bytes, registers.run(id))
                : tableEntries(bytes, registers.run(id), room);
        MemorySegment.copy(entries, 0, target, ValueLayout.JAVA_INT_UNALIGNED, start, count);
    }

    private int denseEntries(Bytes bytes, long run) {
        int count = 0;
        for (int register = 0; register < entries.length; register++) {
            int value = bytes.get(run + register);
            if (value != 0) {
                entries[count++] = register << Byte.SIZE | value;
            }
        }
        return count;
    }

    private int tableEntries(Bytes bytes, long run, int room) {
        int count = 0;
        for (int i = 0; i < room; i++) {
            int entry = bytes.getInt(run + (long) i * Integer.BYTES);
            if (entry != 0) {
                entries[count++] = entry;
            }
        }
        Arrays.sort(entries, 0, count);
        return count;
    }
}
