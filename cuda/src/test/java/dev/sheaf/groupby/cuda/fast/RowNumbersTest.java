package dev.sheaf.groupby.cuda.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How large the table is after one that was too small.
class RowNumbersTest {
    /// Two slots a group, a power of two, with a margin of a quarter; no more than all rows take.
    @ParameterizedTest
    @CsvSource({
        // all of two million rows were different
        "2000000, 2000000, 50000000, 134217728",
        // what two million groups are expected after, if there are 4, 10 or 40 million
        "2000000, 2772589, 50000000, 16777216",
        "2000000, 2231436, 50000000, 33554432",
        "2000000, 2051732, 50000000, 134217728",
        // keys that lie together show no more than they are; the caller takes a few times as many slots as before
        "1000, 50000000, 50000000, 4096",
        "2000000, 30000000, 50000000, 8388608",
    })
    void aTableHasRoomForTheGroupsThatTheRowsSoFarPromise(long groups, long looked, long rows, long slots) {
        assertThat(RowNumbers.Tables.expected(groups, looked, rows)).isEqualTo(slots);
    }
}
