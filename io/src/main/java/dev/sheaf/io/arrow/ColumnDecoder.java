package dev.sheaf.io.arrow;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Type;

/// Makes columns out of the parts of one batch.
///
/// All sizes, offsets and codes are checked, so that no column can lead a reader outside its buffers. Buffers
/// are taken as they are; what Arrow lays out otherwise than we do is converted.
///
/// Methods throw [IllegalArgumentException] when the batch contradicts itself.
final class ColumnDecoder {
    static final String PURPOSE = "Arrow batches";

    /// So many nulls are believed in without a byte that speaks for them: their bits take 64 KiB.
    private static final long MAX_UNBACKED_NULLS = 1 << 19;

    /// Codes that are seen through one view.
    private static final int CHUNK = 1 << 10;

    private final BatchParts parts;
    private final Map<Long, Column> dictionaries;
    private final boolean anyBytes;
    private final MemoryPool pool;

    /// @param anyBytes whether texts are taken as they are, where others are checked to be UTF-8
    ColumnDecoder(BatchParts parts, Map<Long, Column> dictionaries, boolean anyBytes, MemoryPool pool) {
        this.parts = parts;
        this.dictionaries = dictionaries;
        this.anyBytes = anyBytes;
        this.pool = pool;
    }

    /// The columns of these layouts, each as long as the batch.
    List<Column> columns(List<ArrowSchemas.Layout> layouts) {
        List<Column> columns = new ArrayList<>();
        try {
            for (ArrowSchemas.Layout layout : layouts) {
                Column column = column(layout);
                columns.add(column);
                if (column.length() != parts.rows()) {
                    throw new IllegalArgumentException(
                            "column \"" + layout.field().name() + "\" has " + column.length()
                                    + " rows where the batch has " + parts.rows());
                }
                checkNulls(layout.field(), column);
            }
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// Plans count on what a schema promises.
    private static void checkNulls(Field field, Column column) {
        if (!field.nullable() && column.nullCount() > 0) {
            throw new IllegalArgumentException("column \"" + field.name() + "\" has " + column.nullCount()
                    + " nulls where the schema says that it has none");
        }
    }

    private Column column(ArrowSchemas.Layout layout) {
        BatchParts.Node node = parts.node();
        if (node.length() < 0) {
            throw new IllegalArgumentException("column \"" + layout.field().name() + "\" has a negative length");
        }
        long rows = node.length();
        if (layout.type() == Type.Null) {
            return new NullColumn(checkedRows(rows, layout), pool);
        }
        Validity validity = validity(rows, node.nullCount());
        try {
            return layout.dictionary() >= 0 ? dictionary(layout, rows, validity) : plain(layout, rows, validity);
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    /// A column of nulls has no bytes to check its length against; as elements of lists it may be longer than the
    /// batch.
    private long checkedRows(long rows, ArrowSchemas.Layout layout) {
        if (rows > Math.max(parts.rows(), Math.max(MAX_UNBACKED_NULLS, parts.byteSize()))) {
            throw new IllegalArgumentException(
                    "column \"" + layout.field().name() + "\" has " + rows + " rows, more than the batch");
        }
        return rows;
    }

    private Column plain(ArrowSchemas.Layout layout, long rows, Validity validity) {
        DataType type = layout.field().type();
        return switch (layout.type()) {
            case Type.Bool -> new BoolColumn(rows, parts.take(Validity.byteSize(rows)), validity);
            case Type.Utf8, Type.Binary -> text(layout, rows, false, validity);
            case Type.LargeUtf8, Type.LargeBinary -> text(layout, rows, true, validity);
            case Type.FixedSizeBinary -> fixedBinary(type, layout.width(), rows, validity);
            case Type.List -> list(layout, rows, false, validity);
            case Type.LargeList -> list(layout, rows, true, validity);
            case Type.Struct_ -> struct(layout, validity);
            default -> new FixedColumn(type, rows, fixed(layout, rows, validity), validity);
        };
    }

    private Buffer fixed(ArrowSchemas.Layout layout, long rows, Validity validity) {
        DataType type = layout.field().type();
        int width = layout.width() / Byte.SIZE;
        return switch (type) {
            case DataType.DecimalType decimal
            when decimal.bits() != layout.width() || layout.zeros() > 0 ->
                convert(
                        width,
                        decimal.bits() / Byte.SIZE,
                        validity,
                        Conversion.decimals(width, layout.zeros(), decimal));
            case DataType.TimeType _
            when layout.width() == Integer.SIZE -> convert(width, Long.BYTES, validity, Conversion::times);
            case DataType.DateType _
            when layout.width() == Long.SIZE -> convert(width, Integer.BYTES, validity, Conversion::dates);
            case DataType.IntervalType _ -> interval(layout.width(), rows, validity);
            default -> parts.take(Math.multiplyExact(rows, type.layout().byteWidth()));
        };
    }

    private Buffer interval(int unit, long rows, Validity validity) {
        return switch (unit) {
            case org.apache.arrow.flatbuf.IntervalUnit.YEAR_MONTH ->
                convert(Integer.BYTES, 2 * Long.BYTES, validity, Conversion::months);
            case org.apache.arrow.flatbuf.IntervalUnit.DAY_TIME ->
                convert(Long.BYTES, 2 * Long.BYTES, validity, Conversion::dayTimes);
            default -> parts.take(Math.multiplyExact(rows, 2 * Long.BYTES));
        };
    }

    /// Rewrites values of `from` bytes as values of `to` bytes; nulls become zeros, whatever lies under them.
    private Buffer convert(int from, int to, Validity validity, Conversion conversion) {
        long rows = validity.length();
        try (Buffer source = parts.take(Math.multiplyExact(rows, from))) {
            Buffer target = pool.allocateZeroed(Math.multiplyExact(rows, to), PURPOSE);
            try {
                for (long row = 0; row < rows; row++) {
                    if (validity.isValid(row)) {
                        conversion.convert(source.segment(), row * from, target.segment(), row * to);
                    }
                }
                return target;
            } catch (RuntimeException | Error failure) {
                target.close();
                throw failure;
            }
        }
    }

    private Column text(ArrowSchemas.Layout layout, long rows, boolean wide, Validity validity) {
        DataType type = layout.field().type();
        Offsets offsets = offsets(rows, wide);
        try {
            Buffer bytes = parts.take(offsets.start(rows));
            if (type.equals(DataType.STRING) && !anyBytes && !Texts.areUtf8(bytes.segment(), offsets, validity)) {
                bytes.close();
                throw new IllegalArgumentException(
                        "column \"" + layout.field().name() + "\" holds text that is not valid UTF-8");
            }
            return new VarColumn(type, offsets, bytes, validity);
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
    }

    private Column fixedBinary(DataType type, int width, long rows, Validity validity) {
        Buffer bytes = parts.take(Math.multiplyExact(rows, width));
        Buffer buffer = pool.allocate((rows + 1) * Long.BYTES, PURPOSE);
        for (long row = 0; row <= rows; row++) {
            buffer.segment().setAtIndex(ValueLayout.JAVA_LONG, row, row * width);
        }
        return new VarColumn(type, new Offsets(buffer, true, rows), bytes, validity);
    }

    private Column list(ArrowSchemas.Layout layout, long rows, boolean wide, Validity validity) {
        Offsets offsets = offsets(rows, wide);
        try {
            Column elements = column(layout.children().getFirst());
            try {
                return new ListColumn(offsets, elements, validity);
            } catch (RuntimeException | Error failure) {
                elements.close();
                throw failure;
            }
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
    }

    private Column struct(ArrowSchemas.Layout layout, Validity validity) {
        List<Column> children = new ArrayList<>();
        try {
            for (ArrowSchemas.Layout child : layout.children()) {
                children.add(column(child));
            }
            return new StructColumn((DataType.StructType) layout.field().type(), children, validity);
        } catch (RuntimeException | Error failure) {
            children.forEach(Column::close);
            throw failure;
        }
    }

    /// Offsets that start at 0 or later and never fall.
    private Offsets offsets(long rows, boolean wide) {
        int width = wide ? Long.BYTES : Integer.BYTES;
        Buffer buffer =
                rows == 0 ? pool.allocateZeroed(width, PURPOSE) : parts.take(Math.multiplyExact(rows + 1, width));
        if (rows == 0) {
            parts.skip();
        }
        Offsets offsets = new Offsets(buffer, wide, rows);
        long before = 0;
        for (long row = 0; row <= rows; row++) {
            long start = offsets.start(row);
            if (start < before) {
                offsets.close();
                throw new IllegalArgumentException("offset " + row + " is " + start + " after " + before);
            }
            before = start;
        }
        return offsets;
    }

    private Column dictionary(ArrowSchemas.Layout layout, long rows, Validity validity) {
        Column values = dictionaries.get(layout.dictionary());
        if (values == null) {
            throw new IllegalArgumentException(
                    "the dictionary of column \"" + layout.field().name() + "\" is missing");
        }
        Buffer codes = codes(layout, rows, validity, values.length());
        if (values.nullCount() == 0) {
            return new DictionaryColumn(rows, codes, values.retain(), validity);
        }
        try (codes) {
            throw new IllegalArgumentException(
                    "the dictionary of column \"" + layout.field().name() + "\" holds a null");
        }
    }

    /// int32 codes, each of a valid row inside the dictionary; codes under nulls become 0.
    private Buffer codes(ArrowSchemas.Layout layout, long rows, Validity validity, long distinct) {
        int width = layout.indexBits() / Byte.SIZE;
        try (Buffer source = parts.take(Math.multiplyExact(rows, width))) {
            Buffer codes = pool.allocate(rows * Integer.BYTES, PURPOSE);
            for (long row = 0; row < rows; row += CHUNK) {
                int count = (int) Math.min(CHUNK, rows - row);
                ByteBuffer from = Views.bytes(source.segment(), row * width, (long) count * width);
                int good = codes(from, width, validity, row, distinct, Views.ints(codes.segment(), row, count));
                if (good < count) {
                    codes.close();
                    throw new IllegalArgumentException(
                            "column \"" + layout.field().name() + "\" has code " + index(from, good * width, width)
                                    + " where its dictionary has " + distinct + " values");
                }
            }
            return codes;
        }
    }

    /// Takes the codes of the rows from `row` on over, as many as the target has, and returns how many come before the
    /// first that is none.
    private static int codes(
            ByteBuffer source, int width, Validity validity, long row, long distinct, IntBuffer target) {
        for (int i = 0; i < target.capacity(); i++) {
            boolean valid = validity.isValid(row + i);
            long code = valid ? index(source, i * width, width) : 0;
            if (valid && (code < 0 || code >= distinct)) {
                return i;
            }
            target.put(i, (int) code);
        }
        return target.capacity();
    }

    private static long index(ByteBuffer bytes, int at, int width) {
        return switch (width) {
            case 1 -> Byte.toUnsignedInt(bytes.get(at));
            case 2 -> Short.toUnsignedInt(bytes.getShort(at));
            case 4 -> bytes.getInt(at);
            default -> bytes.getLong(at);
        };
    }

    private Validity validity(long rows, long nullCount) {
        if (nullCount == 0 && parts.nextIsEmpty()) {
            parts.skip();
            return Validity.allValid(rows);
        }
        return Validity.of(parts.take(Validity.byteSize(rows)), rows);
    }
}
