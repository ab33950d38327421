package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.text.TextIds;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The texts of keys by number, the same numbers for all rows that come.
public final class KeyTexts implements AutoCloseable {
    private static final long FIRST_SLOTS = 1L << 12;

    private final FastPlan fast;
    private final DeviceRun run;
    private final Map<Integer, TextIds> texts = new TreeMap<>();

    public KeyTexts(FastPlan fast, DeviceRun run) {
        this.fast = fast;
        this.run = run;
    }

    /// The texts of an input that is a key.
    public TextIds of(int input) {
        return texts.computeIfAbsent(input, _ -> new TextIds(run, FIRST_SLOTS));
    }

    /// Whether no key has become numbers.
    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /// The texts of a result column; nothing if it has no numbers of texts.
    public Optional<TextIds> ofColumn(int column) {
        return column < fast.keys().size()
                ? Optional.ofNullable(texts.get(fast.keys().get(column)))
                : Optional.empty();
    }

    @Override
    public void close() {
        texts.values().forEach(TextIds::close);
    }
}
