package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.expr.bind.BoundExpr;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What expressions gave for dictionaries in earlier batches: batches of one stream that share a dictionary
/// compute it once, and their results share one, too. Of each expression, the dictionary that came last to each thread
/// is kept: threads read row groups of their own, which have dictionaries of their own. Thread-safe; whoever made it
/// closes it after the last batch.
public final class KeptResults implements AutoCloseable {
    /// Keeps nothing.
    static final KeptResults NONE = new KeptResults(false);

    /// A batch of a group-by has an eighth of the rows of a row group of ours, so more would pay where no row is
    /// dropped. This much costs at most twice the time where nearly all are.
    private static final int KEPT_ENTRIES_A_ROW = 2;

    private final boolean keeps;
    private final Map<BoundExpr, Map<Thread, DictionaryResults>> last = new IdentityHashMap<>();
    private final Map<BoundExpr.Column, NumbersSoFar> numbers = new HashMap<>();

    /// Nothing is kept yet.
    public KeptResults() {
        this(true);
    }

    private KeptResults(boolean keeps) {
        this.keeps = keeps;
    }

    /// The results of an expression for a dictionary, to be released by the caller. Of several threads that compute
    /// the same, one is kept.
    DictionaryResults of(BoundExpr expr, Column dictionary, Supplier<DictionaryResults> compute) {
        if (!keeps) {
            return compute.get();
        }
        DictionaryResults found = find(expr, dictionary);
        return found == null ? kept(expr, dictionary, compute.get()) : found;
    }

    private synchronized @Nullable DictionaryResults find(BoundExpr expr, Column dictionary) {
        for (DictionaryResults found : ofThreads(expr).values()) {
            if (found.areOf(dictionary)) {
                hold(expr, found);
                return found.retain();
            }
        }
        return null;
    }

    private Map<Thread, DictionaryResults> ofThreads(BoundExpr expr) {
        return last.computeIfAbsent(expr, _ -> new HashMap<>());
    }

    private void hold(BoundExpr expr, DictionaryResults results) {
        DictionaryResults before = ofThreads(expr).put(Thread.currentThread(), results.retain());
        if (before != null) {
            before.release();
        }
    }

    private synchronized DictionaryResults kept(BoundExpr expr, Column dictionary, DictionaryResults made) {
        DictionaryResults other = find(expr, dictionary);
        if (other != null) {
            made.release();
            return other;
        }
        hold(expr, made);
        return made;
    }

    /// How many entries of a dictionary are computed for a batch of so many rows: where they are kept, batches to come
    /// will use them, too.
    long mostEntries(long rows) {
        return keeps ? KEPT_ENTRIES_A_ROW * rows : rows;
    }

    /// The numbers that a column had in earlier batches.
    synchronized NumbersSoFar numbers(BoundExpr.Column column) {
        return keeps ? numbers.computeIfAbsent(column, _ -> new NumbersSoFar(true)) : new NumbersSoFar(false);
    }

    @Override
    public synchronized void close() {
        numbers.values().forEach(NumbersSoFar::close);
        numbers.clear();
        last.values().forEach(ofThreads -> ofThreads.values().forEach(DictionaryResults::release));
        last.clear();
    }
}
