package dev.sheaf.io.json;

import dev.sheaf.column.DataType;
import dev.sheaf.io.rows.ColumnReader;
import dev.sheaf.io.rows.FieldReader;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Makes the readers of columns.
final class JsonReaders {
    /// A field without text that is not quoted is null.
    private static final Set<String> NULL = Set.of("");

    private JsonReaders() {}

    /// The reader of a type, whose fields are in the [ValueForm] of the type.
    static ColumnReader of(JsonType type) {
        return switch (type) {
            case JsonType.Scalar(DataType scalar) -> FieldReader.of(scalar, -1, NULL);
            case JsonType.Raw _ -> FieldReader.of(DataType.STRING, -1, NULL);
            case JsonType.Array(JsonType element) -> new ListReader(ValueForm.of(element), of(element));
            case JsonType.Struct struct -> structReader(struct);
        };
    }

    private static ColumnReader structReader(JsonType.Struct struct) {
        int[] columns = IntStream.range(0, struct.names().size()).toArray();
        List<ValueForm> forms = struct.types().stream().map(ValueForm::of).toList();
        return new StructReader(
                (DataType.StructType) struct.dataType(),
                new MemberSplitter(struct.names(), columns, forms),
                struct.types().stream().map(JsonReaders::of).toList());
    }
}
