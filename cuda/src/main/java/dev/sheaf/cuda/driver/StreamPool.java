package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The streams of a device that no query uses just now. A stream of the driver lives as long as its device, so that
/// memory allocated on it can be freed on it at any time.
final class StreamPool {
    /// CU_STREAM_NON_BLOCKING: does not wait for the default stream, which others in this process may use.
    private static final int NON_BLOCKING = 1;

    /// The most arguments of a launch.
    static final int MAX_ARGUMENTS = 64;

    /// The arguments of a launch, eight bytes each, and behind them the addresses of those.
    private static final long PARAMETER_BYTES = 2L * MAX_ARGUMENTS * Long.BYTES;

    /// The most that a kernel takes by value.
    private static final long STRUCTURE_BYTES = 4096;

    private final DeviceContext device;
    private final Deque<Native> idle = new ArrayDeque<>();

    StreamPool(DeviceContext device) {
        this.device = device;
    }

    /// A stream of the driver and the memory in which the parameters of its launches are laid out.
    ///
    /// @param ofStructure the address of the structure, where a launch looks for it
    record Native(long handle, MemorySegment parameters, MemorySegment structure, MemorySegment ofStructure) {
        Native {
            ofStructure.set(JAVA_LONG, 0, structure.address());
            for (int i = 0; i < MAX_ARGUMENTS; i++) {
                long address = parameters.address() + (long) i * Long.BYTES;
                parameters.setAtIndex(JAVA_LONG, MAX_ARGUMENTS + i, address);
            }
        }
    }

    /// One that nobody uses, made if there is none.
    Native take() {
        Native known = poll();
        return known != null ? known : create();
    }

    private synchronized @Nullable Native poll() {
        return idle.pollLast();
    }

    private Native create() {
        return device.call(() -> {
            MemorySegment out = Scratch.words();
            device.check(
                    "cuStreamCreate", () -> (int) device.lib().cuStreamCreate().invokeExact(out, NON_BLOCKING));
            Arena kept = Arena.ofAuto();
            return new Native(
                    out.get(JAVA_LONG, 0),
                    kept.allocate(PARAMETER_BYTES, Long.BYTES),
                    kept.allocate(STRUCTURE_BYTES, Long.BYTES),
                    kept.allocate(Long.BYTES, Long.BYTES));
        });
    }

    synchronized void giveBack(Native stream) {
        idle.addLast(stream);
    }

    synchronized void close() {
        for (Native stream : idle) {
            device.release("cuStreamDestroy", () ->
                    (int) device.lib().cuStreamDestroy().invokeExact(stream.handle()));
        }
        idle.clear();
    }
}
