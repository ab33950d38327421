package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.sketch.Digest;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Views;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;

/// From the states of a [DigestReduction] to quantiles, and to digests as values.
final class Digests {
    private Digests() {}

    /// The digest itself.
    static Column whole(List<Column> states, Finalizer.Groups groups) {
        List<Column> children = new ArrayList<>();
        states.forEach(state -> children.add(state.slice(0, groups.count())));
        return new StructColumn(
                new DataType.StructType(Digest.fields()),
                children,
                states.getFirst().validity().slice(0, groups.count()));
    }

    static Finalizer quantile(double q, int compression) {
        return (states, groups) -> quantiles(q, new Digest(compression), states, groups);
    }

    private static Column quantiles(double q, Digest digest, List<Column> states, Finalizer.Groups groups) {
        ListColumn means = (ListColumn) states.getFirst();
        DoubleBuffer least = ((FixedColumn) states.get(2)).doubles(0, groups.count());
        DoubleBuffer greatest = ((FixedColumn) states.get(3)).doubles(0, groups.count());
        Buffer buffer = groups.pool().allocate((long) groups.count() * Double.BYTES, "quantiles");
        DoubleBuffer out = Views.doubles(buffer.segment(), 0, groups.count());
        quantiles(q, digest, means, (ListColumn) states.get(1), least, greatest, groups.count(), out);
        return new FixedColumn(
                DataType.FLOAT64, groups.count(), buffer, means.validity().slice(0, groups.count()));
    }

    private static void quantiles(
            double q,
            Digest digest,
            ListColumn means,
            ListColumn weights,
            DoubleBuffer least,
            DoubleBuffer greatest,
            int groups,
            DoubleBuffer out) {
        for (int group = 0; group < groups; group++) {
            if (!means.isNull(group)) {
                digest.clear();
                merge(means, weights, group, digest);
                out.put(group, digest.quantile(q, least.get(group), greatest.get(group)));
            }
        }
    }

    /// Adds the centroids in a row of two state columns to a digest.
    static void merge(ListColumn means, ListColumn weights, long row, Digest digest) {
        long start = means.offsets().start(row);
        digest.merge(
                ((FixedColumn) means.elements()).segment(),
                start,
                ((FixedColumn) weights.elements()).segment(),
                weights.offsets().start(row),
                Math.toIntExact(means.offsets().start(row + 1) - start));
    }
}
