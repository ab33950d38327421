package dev.sheaf.groupby.cpu.chunk;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Where values come from.
@ExtendWith(PoolCheck.class)
class ColumnSourceTest {
    @Test
    void morselsOfOneDictionaryShareTheDictionaryOfTheirResults(MemoryPool pool) {
        try (Table plain = Table.of("t", new String[] {"a", "b", "a", "b", "a", "b"});
                Column codes = DictionaryEncoding.encode(plain.column(0), pool);
                Table batch = new Table(plain.schema(), List.of(codes.retain()), plain.rowCount());
                Table later = batch.slice(2, 4);
                KeptResults results = new KeptResults()) {
            ColumnSource upper =
                    new ColumnSource.Computed(Evaluator.compile(call(Function.UPPER, col("t")), plain.schema()));
            try (Column one = upper.column(new Morsel(batch, 0, null, results), pool);
                    Column other = upper.column(new Morsel(later, 2, null, results), pool)) {
                assertThat(other.get(0)).isEqualTo("A");
                assertThat(texts(one)).isEqualTo(texts(other));
            }
        }
    }

    private static MemorySegment texts(Column column) {
        return ((VarColumn) ((DictionaryColumn) column).values()).segment();
    }
}
