package dev.sheaf.io.arrow;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryContext;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The wire form of a [PartialState].
///
/// ```
/// Arrow IPC stream: schema with metadata, one record batch (none if there are no groups), end mark
/// StateTrailer:     magic, version, length and CRC-32C of the stream
/// ```
/// Whatever reads Arrow streams reads the table. The metadata says what the state is of:
///
/// | key | value |
/// |---|---|
/// | `sheaf.state.fingerprint` | [PartialState#fingerprint()] |
/// | `sheaf.state.rows` | the number of input rows |
/// | `sheaf.state.keys`, `sheaf.state.aggregates` | expressions, for people |
/// | `sheaf.state.options` | [dev.sheaf.groupby.GroupByOptions], for people |
///
/// Nothing of the bytes is believed before the checksum has been compared.
public final class PartialStates {
    private static final String PREFIX = "sheaf.state.";
    private static final String FINGERPRINT = PREFIX + "fingerprint";
    private static final String ROWS = PREFIX + "rows";
    private static final String AGGREGATES = PREFIX + "aggregates";
    private static final String KEYS = PREFIX + "keys";

    private PartialStates() {}

    /// Writes a state to a channel, which stays the caller's.
    ///
    /// @throws java.io.UncheckedIOException if the channel fails
    public static void write(PartialState state, WritableByteChannel channel, QueryContext context) {
        ChecksumChannel checked = new ChecksumChannel(channel);
        Table table = state.table();
        try (ArrowWriter writer = ArrowWriter.stream(checked, plain(table.schema()), metadata(state), context.pool())) {
            if (table.rowCount() > 0) {
                writer.write(table);
            }
            writer.finish();
        }
        StateTrailer.write(checked);
    }

    /// The bytes that [#write] writes.
    public static byte[] toBytes(PartialState state, QueryContext context) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(state, Channels.newChannel(bytes), context);
        return bytes.toByteArray();
    }

    /// Dictionaries are written out as their values.
    private static Schema plain(Schema schema) {
        return new Schema(schema.fields().stream()
                .map(field -> new Field(field.name(), field.type().decoded(), true))
                .toList());
    }

    private static Map<String, String> metadata(PartialState state) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(FINGERPRINT, state.fingerprint());
        metadata.put(ROWS, Long.toString(state.rows()));
        metadata.put(KEYS, names(state.request().keys()));
        metadata.put(AGGREGATES, names(state.request().aggregates()));
        metadata.put(PREFIX + "options", state.request().options().toString());
        return metadata;
    }

    private static String names(List<Expr> exprs) {
        return exprs.stream().map(expr -> expr.unaliased().outputName()).collect(Collectors.joining(", "));
    }

    /// Reads a state of a request to the end of a channel, which stays the caller's; `name` stands for it in
    /// errors.
    ///
    /// @throws CorruptFileException if the bytes are damaged, end early, or are no state of a version that we read
    /// @throws IllegalArgumentException if they are the state of another request
    public static PartialState read(
            ReadableByteChannel channel, Path name, GroupByRequest request, QueryContext context) {
        try (Buffer bytes = ChannelBytes.readAll(channel, context.pool())) {
            return read(bytes.segment().asSlice(0, bytes.byteSize()), name, request, context);
        }
    }

    /// As [#read(ReadableByteChannel, Path, GroupByRequest, QueryContext)], from memory.
    public static PartialState read(MemorySegment bytes, Path name, GroupByRequest request, QueryContext context) {
        MemorySegment stream = StateTrailer.check(bytes, name);
        // Keys may come from where any bytes are a text, and the checksum says that they are what was written.
        try (ArrowReader reader = ArrowReader.ofAnyBytes(stream, name, context.pool())) {
            checkRequest(reader.metadata(), name, request);
            long rows = rows(reader.metadata(), name);
            Table table = onlyTable(reader, name, context);
            try {
                return PartialState.ofTable(request, table, rows, context);
            } catch (RuntimeException refused) {
                table.close();
                throw refused;
            }
        }
    }

    private static void checkRequest(Map<String, String> metadata, Path name, GroupByRequest request) {
        String wanted = PartialState.fingerprint(request);
        String found = metadata.get(FINGERPRINT);
        if (found == null) {
            throw new CorruptFileException(name, "", "it is an Arrow stream, but not the state of a group-by");
        }
        if (!found.equals(wanted)) {
            throw new IllegalArgumentException(name + " is a state of another request: " + metadata.get(AGGREGATES)
                    + " by " + metadata.get(KEYS) + " (" + found + ") where " + names(request.aggregates()) + " by "
                    + names(request.keys()) + " (" + wanted + ") is asked for");
        }
    }

    private static long rows(Map<String, String> metadata, Path name) {
        try {
            return Long.parseUnsignedLong(metadata.getOrDefault(ROWS, ""));
        } catch (NumberFormatException missing) {
            throw new CorruptFileException(name, "", "it does not say how many rows it stands for", missing);
        }
    }

    private static Table onlyTable(ArrowReader reader, Path name, QueryContext context) {
        @Nullable Table table = reader.next();
        if (table == null) {
            return empty(reader.schema(), context);
        }
        try {
            @Nullable Table second = reader.next();
            if (second != null) {
                second.close();
                throw new CorruptFileException(name, "", "it holds more than one table");
            }
            return table;
        } catch (RuntimeException damaged) {
            table.close();
            throw damaged;
        }
    }

    private static Table empty(Schema schema, QueryContext context) {
        return dev.sheaf.column.Concat.tables(schema, List.of(), context.pool());
    }
}
