package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// How all keys of a run are packed without a table of texts, so that words of different threads are the same
/// keys: the code of each text column, null for the others, the ranges of all streams, and where these lie.
/// Immutable.
public record KeyEncoding(List<@Nullable TextEncoding> texts, List<List<KeyStream>> streams, KeyLayout layout) {

    /// Whether keys of these types can be coded, as far as types tell.
    public static boolean takes(List<DataType> types) {
        return !types.isEmpty()
                && types.stream()
                        .map(type -> type.decoded().layout())
                        .noneMatch(layout -> layout == Layout.LIST || layout == Layout.STRUCT);
    }

    /// The coding of no rows.
    public static KeyEncoding empty(List<DataType> types, CpuSettings settings) {
        List<@Nullable TextEncoding> texts = new ArrayList<>();
        List<List<KeyStream>> streams = new ArrayList<>();
        for (DataType type : types) {
            boolean text = type.decoded().layout() == Layout.VARIABLE;
            texts.add(text ? TextEncoding.EMPTY : null);
            streams.add(text ? TextEncoding.EMPTY.streams(0) : KeySource.streams(type.decoded()));
        }
        return of(texts, streams, settings);
    }

    private static KeyEncoding of(
            List<@Nullable TextEncoding> texts, List<List<KeyStream>> streams, CpuSettings settings) {
        List<KeyStream> flat = streams.stream().flatMap(List::stream).toList();
        return new KeyEncoding(texts, streams, KeyLayout.hashed(flat, KeyPacker.forcedWords(settings)));
    }

    /// The columns whose texts are hashed: words say nothing of the texts, which have to go beside them.
    public List<Integer> hashedColumns() {
        return IntStream.range(0, texts.size()).filter(this::isHashed).boxed().toList();
    }

    private boolean isHashed(int column) {
        TextEncoding text = texts.get(column);
        return text != null && text.isHashed();
    }

    /// Copies of the streams of a column.
    public List<KeyStream> streamsOf(int column) {
        return streams.get(column).stream().map(KeyStream::copy).toList();
    }

    /// The fields of a column.
    public List<KeyField> fieldsOf(int column) {
        int from = streams.subList(0, column).stream().mapToInt(List::size).sum();
        return layout.fields().subList(from, from + streams.get(column).size());
    }

    /// The coding that also has a place for the chunk that sources are at. They are the sources of any coding.
    ///
    /// Ranges get room to grow, or a little of it if much would take another word.
    public KeyEncoding including(List<KeySource> sources, int rows, CpuSettings settings) {
        List<@Nullable TextEncoding> newTexts = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            TextEncoding before = texts.get(i);
            TextWords words = sources.get(i).words();
            newTexts.add(before == null || words == null ? null : before.including(words, valid(sources.get(i)), rows));
        }
        KeyEncoding roomy = of(newTexts, streams(newTexts, sources, rows, MUCH_ROOM), settings);
        KeyEncoding tight = of(newTexts, streams(newTexts, sources, rows, LITTLE_ROOM), settings);
        return roomy.layout.words() > tight.layout.words() ? tight : roomy;
    }

    private static byte @Nullable [] valid(KeySource source) {
        return source.hasNulls() ? source.valid() : null;
    }

    private List<List<KeyStream>> streams(
            List<@Nullable TextEncoding> newTexts, List<KeySource> sources, int rows, int room) {
        List<List<KeyStream>> newStreams = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            KeySource source = sources.get(i);
            TextEncoding text = newTexts.get(i);
            List<KeyStream> wider = text == null ? streamsOf(i) : text.streams(room);
            for (int stream = 0; stream < wider.size() && text == null; stream++) {
                wider.get(stream).extend(source.values(source.streams().get(stream)), valid(source), rows, room);
            }
            if (source.hasNulls() || streams.get(i).getFirst().hasNulls()) {
                wider.forEach(KeyStream::sawNull);
            }
            newStreams.add(wider);
        }
        return newStreams;
    }

    /// As much again as a range has had, and an eighth of that.
    private static final int MUCH_ROOM = 1;

    private static final int LITTLE_ROOM = 4;

    /// A packer with the streams and the layout of this encoding, for keys of `types`.
    public KeyPacker packer(List<DataType> types, boolean keepNulls, CpuSettings settings, MemoryPool pool) {
        List<KeySource> sources = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            sources.add(new KeySource(types.get(i), texts().get(i), streamsOf(i), settings, pool));
        }
        return new KeyPacker(sources, layout(), keepNulls, settings);
    }
}
