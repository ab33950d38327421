package dev.sheaf.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.TypeNames;
import java.util.List;
import java.util.Map;
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

    @Test
    void structsWithFieldsThatTheTypeLacksAreRefused(MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(TypeNames.parse("struct<a: int8, b: int8>"), pool)) {
            builder.append(Map.of("b", 2));
            assertThatThrownBy(() -> builder.append(Map.of("a", 1, "c", 3)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith(" has other fields than a column of struct<a: int8, b: int8>");
            try (Column column = builder.build()) {
                assertThat(column.length()).isEqualTo(1);
                assertThat((Map<?, ?>) column.get(0)).hasToString("{a=null, b=2}");
            }
        }
    }
}
