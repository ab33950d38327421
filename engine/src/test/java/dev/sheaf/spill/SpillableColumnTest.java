package dev.sheaf.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.write.ColumnWrites;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Exposure;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillableColumnTest {
    @TempDir
    Path folder;

    private final MemoryPool pool = MemoryPool.withLimit(1 << 20);
    private SpillManager manager;

    @BeforeEach
    void attach() {
        manager = SpillManager.attach(pool, SpillOptions.DEFAULT.folder(folder));
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(pool.usedBytes()).isZero();
        assertThat(pool.leakCount()).isZero();
        pool.close();
        assertThat(folder).isEmptyDirectory();
    }

    private SpillableColumn column(DataType type, @Nullable Object... values) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            Arrays.stream(values).forEach(builder::append);
            return manager.column(builder.build(), pool);
        }
    }

    private void spillAll() {
        manager.spill(Tier.HOST, Long.MAX_VALUE);
    }

    private static void assertHolds(SpillableColumn column, @Nullable Object... values) {
        try (Column here = column.load()) {
            for (int row = 0; row < values.length; row++) {
                assertThat(here.get(row)).isEqualTo(values[row]);
            }
            assertThat(here.length()).isEqualTo(values.length);
        }
    }

    @Test
    void numbersBitsAndTextsComeBackWithTheirNulls() {
        try (SpillableColumn numbers = column(DataType.INT64, 1L, null, 3L);
                SpillableColumn bits = column(DataType.BOOL, true, null, false);
                SpillableColumn texts = column(DataType.STRING, "a", null, "long enough a text")) {
            spillAll();
            for (SpillableColumn column : List.of(numbers, bits, texts)) {
                assertThat(column.tier()).isEqualTo(Tier.DISK);
            }
            assertThat(pool.usedBytes()).isZero();
            assertHolds(numbers, 1L, null, 3L);
            assertHolds(bits, true, null, false);
            assertHolds(texts, "a", null, "long enough a text");
            assertThat(numbers.tier()).isEqualTo(Tier.DISK);
            numbers.pin().close();
            assertThat(numbers.tier()).isEqualTo(Tier.HOST);
        }
    }

    @Test
    void theValuesOfADictionaryStay() {
        try (ColumnBuilder values = new ColumnBuilder(DataType.STRING, pool)) {
            values.append("x");
            values.append("y");
            Buffer codes = pool.allocate(3 * Integer.BYTES, "codes");
            for (int row = 0; row < 3; row++) {
                codes.segment().setAtIndex(ValueLayout.JAVA_INT, row, row % 2);
            }
            try (SpillableColumn column =
                    manager.column(new DictionaryColumn(3, codes, values.build(), Validity.allValid(3)), pool)) {
                spillAll();
                assertThat(column.tier()).isEqualTo(Tier.DISK);
                assertHolds(column, "x", "y", "x");
                try (Column here = column.pin()) {
                    assertThat(here).isInstanceOf(DictionaryColumn.class);
                }
            }
        }
    }

    @Test
    void whatIsReadOrExposedStays() {
        try (SpillableColumn column = column(DataType.INT64, 1L, 2L)) {
            try (Column reader = column.pin()) {
                spillAll();
                assertThat(column.tier()).isEqualTo(Tier.HOST);
                assertThat(reader.get(1)).isEqualTo(2L);
            }
            Exposure exposure = column.use(values -> Exposure.of(((FixedColumn) values).values()));
            spillAll();
            assertThat(column.tier()).isEqualTo(Tier.HOST);
            exposure.close();
            spillAll();
            assertThat(column.tier()).isEqualTo(Tier.DISK);
        }
    }

    @Test
    void bytesOfAnotherPoolStay() {
        try (MemoryPool other = MemoryPool.create();
                ColumnBuilder builder = new ColumnBuilder(DataType.INT64, other)) {
            builder.append(1L);
            try (SpillableColumn column = manager.column(builder.build(), pool)) {
                spillAll();
                assertThat(column.tier()).isEqualTo(Tier.HOST);
            }
        }
    }

    @Test
    void aWriteIsNotLostByACopyOnDisk() {
        try (SpillableColumn column = column(DataType.INT64, 1L, 2L)) {
            spillAll();
            column.write(values -> ColumnWrites.fill(values, 0, 1, 9L, pool));
            spillAll();
            assertHolds(column, 9L, 2L);
        }
    }

    @Test
    void theLastHolderGivesTheBytesBack() {
        SpillableColumn column = column(DataType.INT64, 1L);
        SpillableColumn again = column.retain();
        assertThat(column.isShared()).isTrue();
        column.close();
        spillAll();
        assertHolds(again, 1L);
        again.close();
        assertThatThrownBy(again::pin).isInstanceOf(IllegalStateException.class);
    }
}
