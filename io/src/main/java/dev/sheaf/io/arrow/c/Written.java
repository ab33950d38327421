package dev.sheaf.io.arrow.c;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Specs as structs, which lie in the arena of a loan; the first in memory of the other library.
final class Written {
    private Written() {}

    static void schema(SchemaSpec spec, MemorySegment struct, Loans.Loan loan, MemorySegment release) {
        Arena arena = loan.arena();
        List<MemorySegment> children = spec.children().stream()
                .map(_ -> arena.allocate(SchemaSpec.BYTES, Long.BYTES))
                .toList();
        for (int i = 0; i < children.size(); i++) {
            schema(spec.children().get(i), children.get(i), loan, release);
        }
        struct.fill((byte) 0);
        Structs.set(struct, 0, arena.allocateFrom(spec.format()).address());
        Structs.set(struct, SchemaSpec.NAME, arena.allocateFrom(spec.name()).address());
        Structs.set(struct, SchemaSpec.FLAGS, spec.nullable() ? SchemaSpec.NULLABLE : 0);
        Structs.set(struct, SchemaSpec.CHILD_COUNT, children.size());
        Structs.set(struct, SchemaSpec.CHILDREN, pointers(children, arena));
        Structs.set(struct, SchemaSpec.PRIVATE, loan.lend());
        Structs.set(struct, SchemaSpec.RELEASE, release.address());
    }

    static void array(ArraySpec spec, MemorySegment struct, Loans.Loan loan, MemorySegment release) {
        Arena arena = loan.arena();
        List<MemorySegment> children = spec.children().stream()
                .map(_ -> arena.allocate(ArrayView.BYTES, Long.BYTES))
                .toList();
        for (int i = 0; i < children.size(); i++) {
            array(spec.children().get(i), children.get(i), loan, release);
        }
        struct.fill((byte) 0);
        Structs.set(struct, 0, spec.length());
        Structs.set(struct, ArrayView.NULL_COUNT, spec.nullCount());
        Structs.set(struct, ArrayView.BUFFER_COUNT, spec.buffers().size());
        Structs.set(struct, ArrayView.BUFFERS, pointers(spec.buffers(), arena));
        Structs.set(struct, ArrayView.CHILD_COUNT, children.size());
        Structs.set(struct, ArrayView.CHILDREN, pointers(children, arena));
        Structs.set(struct, ArrayView.PRIVATE, loan.lend());
        Structs.set(struct, ArrayView.RELEASE, release.address());
    }

    private static long pointers(List<MemorySegment> targets, Arena arena) {
        if (targets.isEmpty()) {
            return 0;
        }
        MemorySegment array = arena.allocate(ValueLayout.JAVA_LONG, targets.size());
        for (int i = 0; i < targets.size(); i++) {
            array.setAtIndex(ValueLayout.JAVA_LONG, i, targets.get(i).address());
        }
        return array.address();
    }
}
