package dev.sheaf.plan.physical.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.PoolCheck;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class BatchCollectorTest {
    private static final Schema SCHEMA = new Schema(List.of(new Field("x", DataType.STRING)));

    @Test
    void batchesWithDictionariesOfTheirOwnBecomeATableWithOne(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (BatchCollector batches = new BatchCollector()) {
            batches.add(batch(8, pool, "b", "c", "b", null, "b", "c", "c", "b"));
            batches.add(batch(0, pool, "a", "b", "a", "b", "b", null, "a", "a"));
            try (Table whole = batches.toTable(SCHEMA, context)) {
                assertThat(whole.column("x")).isInstanceOf(DictionaryColumn.class);
                assertThat(whole.strings("x"))
                        .containsExactly(
                                "a", "b", "a", "b", "b", null, "a", "a", "b", "c", "b", null, "b", "c", "c", "b");
            }
        }
    }

    private static Batch batch(long firstRow, MemoryPool pool, String... texts) {
        try (Table plain = Table.of("x", texts)) {
            Column encoded = DictionaryEncoding.encode(plain.column("x"), pool);
            return new Batch(new Table(SCHEMA, List.of(encoded), texts.length), firstRow);
        }
    }
}
