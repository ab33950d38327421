package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.bind.BoundExpr;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What expressions gave for dictionaries of texts in earlier batches: batches of one stream that share a dictionary
/// compute it once, and their results share one, too. The dictionary that came last is kept for each expression.
/// Thread-safe; whoever made it closes it after the last batch.
public final class KeptResults implements AutoCloseable {
    /// Keeps nothing.
    static final KeptResults NONE = new KeptResults(false);

    private final boolean keeps;
    private final Map<BoundExpr, DictionaryResults> last = new IdentityHashMap<>();

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
        if (!keeps || !(dictionary instanceof VarColumn texts)) {
            return compute.get();
        }
        DictionaryResults found = find(expr, texts);
        return found == null ? kept(expr, texts, compute.get()) : found;
    }

    private synchronized @Nullable DictionaryResults find(BoundExpr expr, VarColumn texts) {
        DictionaryResults found = last.get(expr);
        return found != null && found.areOf(texts) ? found.retain() : null;
    }

    private synchronized DictionaryResults kept(BoundExpr expr, VarColumn texts, DictionaryResults made) {
        DictionaryResults other = find(expr, texts);
        if (other != null) {
            made.release();
            return other;
        }
        DictionaryResults before = last.put(expr, made.retain());
        if (before != null) {
            before.release();
        }
        return made;
    }

    @Override
    public synchronized void close() {
        last.values().forEach(DictionaryResults::release);
        last.clear();
    }
}
