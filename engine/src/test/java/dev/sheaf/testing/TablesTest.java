package dev.sheaf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class TablesTest {

    @Test
    void typesOfColumnsAreThoseNamedOrThoseOfTheirValues(MemoryPool pool) {
        try (Table table = Tables.of("a", "b:int64", "c", "d:list<int8>", "e:timestamp[ns, UTC]")
                .row("x", 1, 0.5, List.of(1, 2), null)
                .build(pool)) {
            assertThat(table.schema())
                    .hasToString("(a: string, b: int64, c: float64, d: list<int8>, e: timestamp[ns, UTC])");
        }
    }

    @Test
    void typeNamesReadBackAsTheyPrint() {
        RandomCases.run(200, random -> {
            DataType type = new RandomTables(random).anyType();
            assertThat(TypeNames.parse(type.toString())).isEqualTo(type);
        });
    }

    @Test
    void aDifferenceNamesTheRow(MemoryPool pool) {
        try (Table expected = Tables.of("k", "v").row("a", 1).row("b", 2).build(pool);
                Table actual = Tables.of("k", "v").row("a", 1).row("b", 3).build(pool)) {
            assertThatThrownBy(() -> Tables.assertSame(expected, actual))
                    .hasMessageContaining("row 1 expected: [\"b\", 2]")
                    .hasMessageContaining("row 1 actual:   [\"b\", 3]");
        }
    }

    @Test
    void rowsInAnotherOrderAreTheSameOnlyIfOrderDoesNotCount(MemoryPool pool) {
        try (Table expected = Tables.of("k", "v").row("a", 1.0).row("b", 2.0).build(pool);
                Table actual =
                        Tables.of("k", "v").row("b", 2.0).row("a", 1.0 + 1e-12).build(pool)) {
            Tables.assertSame(expected, actual, Comparison.ANY_ORDER.rounded());
            assertThatThrownBy(() -> Tables.assertSame(expected, actual, Comparison.ANY_ORDER))
                    .hasMessageContaining("missing:  [\"a\", 1.0]");
            assertThatThrownBy(() -> Tables.assertSame(expected, actual)).hasMessageContaining("row 0");
        }
    }

    @Test
    void infinityIsCloseToNothingElse(MemoryPool pool) {
        try (Table infinite = Tables.of("v").row(Double.POSITIVE_INFINITY).build(pool);
                Table finite = Tables.of("v").row(1e300).build(pool)) {
            assertThatThrownBy(() -> Tables.assertSame(infinite, finite, Comparison.ANY_ORDER.rounded()))
                    .isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void zerosOfOtherSignDifferAndNansDoNot(MemoryPool pool) {
        try (Table nan = Tables.of("v").row(Double.NaN).build(pool);
                Table otherNan = Tables.of("v")
                        .row(Double.longBitsToDouble(0xfff8000000000001L))
                        .build(pool);
                Table zero = Tables.of("v").row(0.0).build(pool);
                Table negativeZero = Tables.of("v").row(-0.0).build(pool)) {
            Tables.assertSame(nan, otherNan);
            assertThatThrownBy(() -> Tables.assertSame(zero, negativeZero)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void randomSamplesReadBackAsTheyWereWritten(MemoryPool pool) {
        RandomCases.run(300, random -> {
            RandomTables tables = new RandomTables(random);
            Schema schema = Schema.of(new Field("a", tables.anyType()), new Field("b", tables.scalarType()));
            Shrinking.check(tables.sample(schema, tables.size(256)), sample -> {
                try (Table table = sample.build(pool)) {
                    Tables.assertSame(sample, Sample.of(table), Comparison.ORDERED);
                }
            });
        });
    }

    @Test
    void aShrunkSampleKeepsOnlyTheRowThatFails(MemoryPool pool) {
        Sample sample = Tables.of("a", "b").row(1, "x").row(2, "y").row(3, "z").sample();
        assertThatThrownBy(() -> Shrinking.check(sample, candidate -> {
                    assertThat(candidate.rows())
                            .noneMatch(row -> Integer.valueOf(2).equals(row.getFirst()));
                }))
                .hasMessageContaining("smallest failing input: a: int32\n  [2]");
    }

    @Test
    void aDictionaryHoldsEachValueOnce(MemoryPool pool) {
        try (Table table = Tables.of("k:dictionary<string>")
                .row("a")
                .row((Object) null)
                .row("b")
                .row("a")
                .build(pool)) {
            DictionaryColumn column = (DictionaryColumn) table.column(0);
            assertThat(column.values().length()).isEqualTo(2);
            assertThat(table.values("k")).containsExactly("a", null, "b", "a");
        }
    }

    @Test
    void poolCheckReportsWhatIsLeftOpen(MemoryPool pool) {
        try (Table table = Tables.of("v").row(1).build(pool)) {
            assertThat(table.rowCount()).isEqualTo(1);
            assertThatThrownBy(() -> PoolCheck.assertEmpty(pool)).hasMessageContaining("column builder");
        }
        PoolCheck.assertEmpty(pool);
    }
}
