package dev.sheaf.groupby.cuda.transfer;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.BufferOwner;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Appends columns of codes: the dictionaries that come become one, in turn, and a plain column becomes a
/// dictionary of its own. So a value may be there more than once if there were several.
final class CodeSink implements ColumnSink {
    private final Staging staging;
    private final DataType type;
    private final UploadBuffer codes;
    private final ValidityUpload validity;
    private final ColumnSink values;
    private final Map<Dictionary, Integer> known = new HashMap<>();
    private int valueCount;
    private long rows;

    /// Which dictionary a column has. Owners are compared as objects, so that memory used again is not mistaken.
    private record Dictionary(BufferOwner owner, long address, long length) {
        static Dictionary of(Column values) {
            Buffer buffer = switch (values) {
                case VarColumn text -> text.offsets().buffer();
                case FixedColumn fixed -> fixed.values();
                case BoolColumn bools -> bools.bits();
                default -> throw new IllegalArgumentException("a GPU holds no dictionary of " + values.type());
            };
            return new Dictionary(buffer.owner(), buffer.address(), values.length());
        }
    }

    CodeSink(DictionaryColumn first, Staging staging, long capacityRows) {
        this.staging = staging;
        this.type = first.type();
        this.codes = new UploadBuffer(staging, capacityRows * Integer.BYTES, "column values");
        this.validity = new ValidityUpload(staging, capacityRows, true);
        this.values = ColumnSink.ofValues(
                first.values().type(), staging, first.values().length());
    }

    @Override
    public boolean hasRoom(RowParts parts) {
        Set<Dictionary> fresh = new HashSet<>();
        long bytes = 0;
        for (Column part : parts.columns()) {
            Column more = part instanceof DictionaryColumn dictionary ? dictionary.values() : part;
            Dictionary key = Dictionary.of(more);
            bytes += !known.containsKey(key) && fresh.add(key) ? ColumnSink.textBytes(more) : 0;
        }
        return !(values instanceof TextSink texts) || texts.hasRoom(bytes);
    }

    @Override
    public void append(RowParts parts) {
        int[] bases = new int[parts.columns().size()];
        ByteParts plain = new ByteParts();
        boolean isPlain = true;
        for (int i = 0; i < bases.length; i++) {
            Column part = parts.columns().get(i);
            bases[i] = base(part);
            isPlain &= bases[i] == 0 && part instanceof DictionaryColumn;
            if (isPlain) {
                plain.add(((DictionaryColumn) part).codes(), 0, part.length() * Integer.BYTES);
            }
        }
        long at = rows * Integer.BYTES;
        long bytes = parts.rows() * Integer.BYTES;
        Buffer target = codes.reserve(at, at + bytes);
        if (isPlain) {
            plain.send(staging, target, at);
        } else {
            staging.fill(target, at, bytes, (slab, from, size) -> fill(parts, bases, slab, from, size));
        }
        validity.append(parts, rows);
        rows += parts.rows();
    }

    /// The number of the first of a column's values among all.
    private int base(Column part) {
        if (!(part instanceof DictionaryColumn dictionary)) {
            return add(part);
        }
        Dictionary key = Dictionary.of(dictionary.values());
        Integer base = known.get(key);
        if (base == null) {
            base = add(dictionary.values());
            known.put(key, base);
        }
        return base;
    }

    private int add(Column more) {
        int base = valueCount;
        if (base > 0 && values instanceof BoolSink) {
            throw new IllegalArgumentException("a GPU column has one dictionary of bools at most; decode it");
        }
        values.append(List.of(more));
        valueCount = Math.toIntExact(valueCount + more.length());
        return base;
    }

    private static void fill(RowParts parts, int[] bases, MemorySegment slab, long from, long bytes) {
        long row = from / Integer.BYTES;
        long end = row + bytes / Integer.BYTES;
        long at = 0;
        for (int part = parts.partOf(row); row < end; part++) {
            long inside = row - parts.start(part);
            long count = Math.min(parts.end(part), end) - row;
            shift(parts.columns().get(part), inside, count, bases[part], slab, at);
            at += count;
            row += count;
        }
    }

    private static void shift(Column part, long first, long count, int base, MemorySegment slab, long at) {
        if (part instanceof DictionaryColumn dictionary) {
            MemorySegment source = dictionary.segment();
            for (long i = 0; i < count; i++) {
                slab.setAtIndex(JAVA_INT, at + i, source.getAtIndex(JAVA_INT, first + i) + base);
            }
            return;
        }
        for (long i = 0; i < count; i++) {
            slab.setAtIndex(JAVA_INT, at + i, (int) (base + first + i));
        }
    }

    @Override
    public DeviceColumn finish() {
        DeviceColumn dictionary = values.finish();
        return new DeviceColumn(
                type, rows, codes.first(rows * Integer.BYTES), validity.first(rows), 0, null, dictionary);
    }

    @Override
    public void close() {
        codes.close();
        validity.close();
        values.close();
    }
}
