package dev.sheaf.plan;

import dev.sheaf.column.Schema;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The schemas of plan nodes, logical and physical ones, found out once a node: each asks the node below it, and
/// all of a long chain would be typed again for every question. Kept as long as the node is. Thread-safe.
public final class PlanSchemas {
    private static final Map<Object, Schema> KNOWN = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

    private PlanSchemas() {}

    /// The schema of a node, `found` out if it is not known.
    public static Schema of(Object node, Supplier<Schema> found) {
        Schema known = KNOWN.get(new Lookup(node));
        if (known != null) {
            return known;
        }
        Schema schema = found.get();
        keep(node, schema);
        return schema;
    }

    /// Takes the schema of a node that is being made: what checks its expressions finds it out.
    static void keep(Object node, Schema schema) {
        forgetOld();
        KNOWN.put(new Key(node), schema);
    }

    /// The schema that was kept of a node.
    static Schema kept(Object node) {
        return Objects.requireNonNull(KNOWN.get(new Lookup(node)));
    }

    private static void forgetOld() {
        Reference<?> gone;
        while ((gone = GONE.poll()) != null) {
            KNOWN.remove(gone);
        }
    }

    /// A node by what it is, not by what it equals.
    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object node) {
            super(node, GONE);
            this.hash = System.identityHashCode(node);
        }

        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /// Asks for the [Key] of a node.
    private record Lookup(Object node) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.refersTo(node);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(node);
        }
    }
}
