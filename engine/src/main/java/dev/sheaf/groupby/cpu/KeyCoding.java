package dev.sheaf.groupby.cpu;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How all keys of a run are packed without a table of texts, so that words of different threads are the same
/// keys: the code of each text column, null for the others, the ranges of all lanes, and where these lie.
/// Immutable.
record KeyCoding(List<@Nullable TextCode> texts, List<List<KeyLane>> lanes, KeyLayout layout) {

    /// Whether keys of these types can be coded, as far as types tell.
    static boolean takes(List<DataType> types) {
        return !types.isEmpty()
                && types.stream()
                        .map(type -> type.decoded().layout())
                        .noneMatch(layout -> layout == Layout.LIST || layout == Layout.STRUCT);
    }

    /// The coding of no rows.
    static KeyCoding empty(List<DataType> types, CpuSettings settings) {
        List<@Nullable TextCode> texts = new ArrayList<>();
        List<List<KeyLane>> lanes = new ArrayList<>();
        for (DataType type : types) {
            boolean text = type.decoded().layout() == Layout.VARIABLE;
            texts.add(text ? TextCode.EMPTY : null);
            lanes.add(text ? TextCode.EMPTY.lanes(0) : KeySource.lanes(type.decoded()));
        }
        return of(texts, lanes, settings);
    }

    private static KeyCoding of(List<@Nullable TextCode> texts, List<List<KeyLane>> lanes, CpuSettings settings) {
        List<KeyLane> flat = lanes.stream().flatMap(List::stream).toList();
        return new KeyCoding(texts, lanes, KeyPacker.hashed(flat, KeyPacker.forcedWords(settings)));
    }

    /// Copies of the lanes of a column.
    List<KeyLane> lanesOf(int column) {
        return lanes.get(column).stream().map(KeyLane::copy).toList();
    }

    /// The fields of a column.
    List<KeyField> fieldsOf(int column) {
        int from = lanes.subList(0, column).stream().mapToInt(List::size).sum();
        return layout.fields().subList(from, from + lanes.get(column).size());
    }

    /// The coding that also has a place for the chunk that sources are at. They are the sources of any coding.
    ///
    /// Ranges get room to grow, or a little of it if much would take another word.
    KeyCoding including(List<KeySource> sources, int rows, CpuSettings settings) {
        List<@Nullable TextCode> newTexts = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            TextCode before = texts.get(i);
            TextWords words = sources.get(i).words();
            newTexts.add(before == null || words == null ? null : before.including(words, valid(sources.get(i)), rows));
        }
        KeyCoding roomy = of(newTexts, lanes(newTexts, sources, rows, MUCH_ROOM), settings);
        KeyCoding tight = of(newTexts, lanes(newTexts, sources, rows, LITTLE_ROOM), settings);
        return roomy.layout.words() > tight.layout.words() ? tight : roomy;
    }

    private static byte @Nullable [] valid(KeySource source) {
        return source.hasNulls() ? source.valid() : null;
    }

    private List<List<KeyLane>> lanes(List<@Nullable TextCode> newTexts, List<KeySource> sources, int rows, int room) {
        List<List<KeyLane>> newLanes = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            KeySource source = sources.get(i);
            TextCode text = newTexts.get(i);
            List<KeyLane> wider = text == null ? lanesOf(i) : text.lanes(room);
            for (int lane = 0; lane < wider.size() && text == null; lane++) {
                wider.get(lane).extend(source.values(source.lanes().get(lane)), valid(source), rows, room);
            }
            if (source.hasNulls() || lanes.get(i).getFirst().hasNulls()) {
                wider.forEach(KeyLane::sawNull);
            }
            newLanes.add(wider);
        }
        return newLanes;
    }

    /// As much again as a range has had, and an eighth of that.
    private static final int MUCH_ROOM = 1;

    private static final int LITTLE_ROOM = 4;
}
