package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.hash.DirectTable;
import dev.sheaf.groupby.cpu.hash.Hashing;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Packs chunks of key columns into words under a [KeyLayout], and finds a wider layout when a value has no
/// place in the present one.
public final class KeyPacker implements AutoCloseable {
    private final List<KeySource> sources = new ArrayList<>();
    private final List<KeyStream> streams = new ArrayList<>();
    private final List<KeySource> streamSources = new ArrayList<>();
    private final List<KeySource> hashed = new ArrayList<>();
    private final CpuSettings settings;
    private final boolean keepNulls;
    private KeyLayout layout;

    public KeyPacker(List<DataType> types, boolean keepNulls, CpuSettings settings, MemoryPool pool) {
        this(types.stream().map(type -> new KeySource(type, settings, pool)).toList(), keepNulls, settings);
    }

    /// A packer of `ownSources` in the order of the keys, whose layout follows the ranges of their streams.
    private KeyPacker(List<KeySource> ownSources, boolean keepNulls, CpuSettings settings) {
        this.settings = settings;
        this.keepNulls = keepNulls;
        take(ownSources);
        this.layout = KeyLayout.of(streams, widths(streams), 1);
    }

    /// A packer that cannot be widened: `ownSources` in the order of the keys, with a fixed layout of their streams.
    KeyPacker(List<KeySource> ownSources, KeyLayout layout, boolean keepNulls, CpuSettings settings) {
        this.settings = settings;
        this.keepNulls = keepNulls;
        take(ownSources);
        this.layout = layout;
    }

    private void take(List<KeySource> ownSources) {
        for (KeySource source : ownSources) {
            sources.add(source);
            if (source.isHashed()) {
                hashed.add(source);
            }
            for (KeyStream stream : source.streams()) {
                streams.add(stream);
                streamSources.add(source);
            }
        }
    }

    public KeyLayout layout() {
        return layout;
    }

    public List<KeySource> sources() {
        return sources;
    }

    /// Tells the ranges that key columns are said to have.
    public void expect(List<Optional<KeyRange>> ranges) {
        for (int i = 0; i < ranges.size(); i++) {
            KeyStream stream = sources.get(i).streams().getFirst();
            ranges.get(i).ifPresent(range -> stream.expect(range.least(), range.greatest()));
        }
        if (ranges.stream().anyMatch(Optional::isPresent)) {
            relay();
        }
    }

    /// Makes room for the values of so many groups; whether there is another layout, since some come as numbers.
    public boolean reserve(int groups) {
        boolean anyNumbered = false;
        for (KeySource source : sources) {
            anyNumbered |= source.reserve(groups);
        }
        if (anyNumbered) {
            relay();
        }
        return anyNumbered;
    }

    /// Whether the sources have room for the values of `rows` rows more, should all be new.
    public boolean hasRoom(long rows) {
        return sources.stream().allMatch(source -> source.hasRoom(rows));
    }

    /// Reads a chunk; [#pack] packs what was read.
    public void read(List<Column> keys, long from, int rows) {
        for (int i = 0; i < sources.size(); i++) {
            KeySource source = sources.get(i);
            source.read(keys.get(i), from, rows);
            if (source.hasNulls()) {
                source.streams().forEach(KeyStream::sawNull);
            }
        }
    }

    /// Whether all coded text of the chunk has a number.
    public boolean isCovered() {
        return sources.stream().allMatch(source -> source.isCovered() && hasPlaceForNull(source));
    }

    /// A stream under which no null was packed yet need not have been told that there may be one.
    private boolean hasPlaceForNull(KeySource source) {
        return !source.hasNulls() || source.knowsNulls();
    }

    /// Says what the texts are behind the hashes in keys that were packed before, a column for each key of hashed text.
    public void compareWith(List<VarColumn> texts, long from, int rows) {
        for (int i = 0; i < texts.size(); i++) {
            hashed.get(i).compareWith(texts.get(i), from, rows);
        }
    }

    /// Takes the texts of groups that are new, and marks the rows with 1 that have another text than their group, the
    /// others with 0; whether there is one. Equal hashes may be those of different texts.
    public boolean confirm(int rows, int[] ids, byte[] differs) {
        if (hashed.isEmpty()) {
            return false;
        }
        Arrays.fill(differs, 0, rows, (byte) 0);
        boolean any = false;
        for (KeySource source : hashed) {
            any |= source.confirm(rows, ids, differs);
        }
        return any;
    }

    /// The same of one row: whether it has another text than its group.
    public boolean differs(int row, int[] ids) {
        boolean any = false;
        for (KeySource source : hashed) {
            any |= source.differs(row, ids);
        }
        return any;
    }

    /// Whether some source has too many texts for numbers of them.
    public boolean wantsHashes() {
        return sources.stream().anyMatch(KeySource::wantsHashes);
    }

    /// The numbers of the keys whose texts are hashed, or should be, for there are too many for numbers.
    public BitSet hashedKeys() {
        return keys(source -> source.isHashed() || source.wantsHashes());
    }

    /// The numbers of the keys whose texts are too many for numbers unless they come as dictionaries.
    public BitSet keysOfManyTexts() {
        return keys(KeySource::hasManyTexts);
    }

    private BitSet keys(Predicate<KeySource> wanted) {
        BitSet keys = new BitSet();
        for (int i = 0; i < sources.size(); i++) {
            keys.set(i, wanted.test(sources.get(i)));
        }
        return keys;
    }

    /// A packer of the same keys, without any so far, that hashes the texts of some of them.
    public KeyPacker again(BitSet hashes, MemoryPool pool) {
        List<KeySource> own = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            own.add(sources.get(i).again(hashes.get(i), settings, pool));
        }
        KeyPacker next = new KeyPacker(own, keepNulls, settings);
        next.relay();
        return next;
    }

    /// Changes the hashes in a key of one row, always to the same others. Nulls have none: their words stay zero, as
    /// they are in every layout.
    public void rehash(long[] key) {
        for (KeySource source : hashed) {
            KeyField field = layout.fields().get(firstStream(source));
            if (!field.isNull(key[field.word()], key[field.nullWord()])) {
                key[field.word()] = Hashing.add(key[field.word()], 1);
            }
        }
    }

    /// Writes hashes of the chunk's keys, those of [KeyHashes].
    public void hash(int rows, long[] running, int[] hashes) {
        Arrays.fill(running, 0, rows, 0);
        for (KeySource source : sources) {
            source.addHashes(rows, running);
        }
        for (int i = 0; i < rows; i++) {
            hashes[i] = Hashing.finish(running[i]);
        }
    }

    /// Packs the chunk under the present layout; false if a value has no place in it.
    public boolean pack(int rows, long[] words) {
        int stride = layout.words();
        if (stride == 1 && streams.size() == 1 && !streamSources.getFirst().hasNulls()) {
            long[] values = streamSources.getFirst().values(streams.getFirst());
            return layout.fields().getFirst().packFirst(values, rows, words) == 0;
        }
        Arrays.fill(words, 0, rows * stride, 0);
        long bad = 0;
        for (int stream = 0; stream < streams.size(); stream++) {
            KeySource source = streamSources.get(stream);
            long[] values = source.values(streams.get(stream));
            KeyField field = layout.fields().get(stream);
            bad |= source.hasNulls() && keepNulls
                    ? field.packNullable(values, source.valid(), rows, words, stride)
                    : source.hasNulls()
                            ? packDropped(field, source, values, rows, words, stride)
                            : field.pack(values, rows, words, stride);
        }
        return bad == 0;
    }

    /// Rows with a null are dropped afterwards; meanwhile they have the key of an allowed value.
    private static long packDropped(
            KeyField field, KeySource source, long[] values, int rows, long[] words, int stride) {
        byte[] valid = source.valid();
        long allowed = field.bits() == Long.SIZE ? 0 : field.base();
        for (int i = 0; i < rows; i++) {
            values[i] = valid[i] == 0 ? allowed : values[i];
        }
        return field.pack(values, rows, words, stride);
    }

    /// Whether some row of the chunk has to be dropped for a null.
    public boolean dropsRows() {
        return !keepNulls && sources.stream().anyMatch(KeySource::hasNulls);
    }

    /// Sets `kept` to 1 for rows of the chunk without a null in any key, else to 0.
    public void findKept(int rows, byte[] kept) {
        Arrays.fill(kept, 0, rows, (byte) 1);
        for (KeySource source : sources) {
            if (source.hasNulls()) {
                byte[] valid = source.valid();
                for (int i = 0; i < rows; i++) {
                    kept[i] &= valid[i];
                }
            }
        }
    }

    /// Takes values that a layout let in into the range of their stream.
    public void include(int stream, long[] values, byte[] valid, int rows) {
        streams.get(stream).include(values, valid, rows);
    }

    /// Takes the chunk's values into the ranges and changes to a layout that has a place for them. A range that
    /// grows takes in as much again on the side where it does, so that the number of layouts stays logarithmic.
    /// Where that takes an index or another word, keys of which there are few do without: they move again for
    /// little.
    public void widen(int rows, boolean areFew) {
        List<KeyStream> roomy = extended(rows, 1);
        List<KeyStream> tight = extended(rows, 0);
        KeyLayout next = layoutOf(roomy);
        KeyLayout least = layoutOf(tight);
        boolean isDear = next.words() > least.words() || (isDirect(least) && !isDirect(next));
        boolean fits = areFew && isDear;
        layout = fits ? least : next;
        for (int stream = 0; stream < streams.size(); stream++) {
            streams.get(stream).take((fits ? tight : roomy).get(stream));
        }
    }

    private List<KeyStream> extended(int rows, int room) {
        List<KeyStream> wider = new ArrayList<>();
        for (int stream = 0; stream < streams.size(); stream++) {
            KeySource source = streamSources.get(stream);
            KeyStream copy = streams.get(stream).copy();
            copy.extend(source.values(streams.get(stream)), source.hasNulls() ? source.valid() : null, rows, room);
            wider.add(copy);
        }
        return wider;
    }

    /// Changes to the layout of the present ranges.
    public void relay() {
        layout = layoutOf(streams);
    }

    /// A direct index over tight ranges if that fits, else the layout for a hash table.
    private KeyLayout layoutOf(List<KeyStream> ranged) {
        int[] tight = widths(ranged);
        int words = forcedWords(settings);
        if (words == 1 && allowsDirect() && Arrays.stream(tight).sum() <= directBits()) {
            return KeyLayout.of(ranged, tight, 1);
        }
        return KeyLayout.hashed(ranged, words);
    }

    private boolean allowsDirect() {
        return settings.grouper() == CpuSettings.KeyClass.AUTO || settings.grouper() == CpuSettings.KeyClass.DIRECT;
    }

    /// The least number of words that a setting asks for.
    static int forcedWords(CpuSettings settings) {
        return switch (settings.grouper()) {
            case AUTO, DIRECT, PACKED64, STRING -> 1;
            case PACKED128 -> 2;
            case ROWS -> 3;
        };
    }

    private int directBits() {
        return Math.min(DirectTable.MOST_BITS, settings.indexMaxBits());
    }

    /// Whether the present layout indexes a table directly.
    public boolean isDirect() {
        return isDirect(layout);
    }

    private boolean isDirect(KeyLayout any) {
        return any.words() == 1 && allowsDirect() && any.bits() <= directBits();
    }

    private static int[] widths(List<KeyStream> ranged) {
        return ranged.stream().mapToInt(KeyStream::tightBits).toArray();
    }

    /// For each stream its fields' position in [#layout()].
    public int firstStream(KeySource source) {
        return streamSources.indexOf(source);
    }

    @Override
    public void close() {
        sources.forEach(KeySource::close);
    }
}
