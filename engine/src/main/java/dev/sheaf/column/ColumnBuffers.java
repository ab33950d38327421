package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import java.util.function.Consumer;

/// All buffers of a column, of its parts and children.
public final class ColumnBuffers {
    private ColumnBuffers() {}

    /// Hands on each buffer; one that lies in several places of the column comes as often.
    public static void of(Column column, Consumer<Buffer> consumer) {
        Buffer validity = column.validity().buffer();
        if (validity != null) {
            consumer.accept(validity);
        }
        switch (column) {
            case FixedColumn fixed -> consumer.accept(fixed.values());
            case BoolColumn bools -> consumer.accept(bools.bits());
            case VarColumn texts -> {
                consumer.accept(texts.offsets().buffer());
                consumer.accept(texts.bytes());
            }
            case ListColumn lists -> {
                consumer.accept(lists.offsets().buffer());
                of(lists.elements(), consumer);
            }
            case StructColumn structs -> structs.children().forEach(child -> of(child, consumer));
            case DictionaryColumn codes -> {
                consumer.accept(codes.codes());
                of(codes.values(), consumer);
            }
            case NullColumn _ -> {}
        }
    }
}
