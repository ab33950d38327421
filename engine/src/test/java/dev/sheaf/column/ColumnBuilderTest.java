package dev.sheaf.column;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.TypeNames;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ColumnBuilderTest {

    @Test
    void builtColumnsLeaveNothingInTheBuilder(MemoryPool pool) {
        DataType type = TypeNames.parse("list<struct<a: int8, b: list<string>, c: null>>");
        new ColumnBuilder(type, pool).build().close();
        new TableBuilder(Schema.of(new Field("v", type)), pool)
                .row(List.of())
                .build()
                .close();
        PoolCheck.assertEmpty(pool);
    }
}
