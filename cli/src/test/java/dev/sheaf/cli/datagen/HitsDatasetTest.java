package dev.sheaf.cli.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HitsDatasetTest {
    private static final int ROWS = 100_000;
    private static final Scanned TABLE = Scanned.of(new HitsDataset(ROWS, 1));

    @Test
    void theSameSeedGivesTheSameRows() {
        assertThat(Scanned.of(new HitsDataset(1_000, 1)).columns().hashCode())
                .isEqualTo(
                        Scanned.copied(new HitsDataset(1_000, 1), 3).columns().hashCode())
                .isNotEqualTo(Scanned.of(new HitsDataset(1_000, 2)).columns().hashCode());
    }

    /// Of ClickBench's 99,997,497 rows: 17,630,976 users, 6,019,103 phrases, 18,342,019 addresses, 24 million users
    /// with phrase, 56 million with minute and phrase.
    @Test
    void thereAreAsManyDistinctValuesToARowAsInClickBench() {
        assertThat(TABLE.distinct("WatchID")).isEqualTo(ROWS);
        assertThat(percent(TABLE.distinct("UserID"))).isBetween(16.5, 18.5);
        assertThat(percent(TABLE.distinct("SearchPhrase"))).isBetween(5.5, 6.5);
        assertThat(percent(TABLE.distinct("URL"))).isBetween(17.3, 19.3);
        assertThat(percent(TABLE.distinct("ClientIP"))).isBetween(8.5, 10.5);
        assertThat(percent(together(List.of("UserID", "SearchPhrase")))).isBetween(22.0, 28.0);
        assertThat(TABLE.distinct("ResolutionWidth")).isEqualTo(15);
        assertThat(TABLE.distinct("RegionID")).isBetween(3_000L, 9_000L);
    }

    @Test
    void mostRowsHaveNoPhraseAndThenNoEngine() {
        long empty = TABLE.column("SearchPhrase").stream().filter(""::equals).count();

        assertThat(percent(empty)).isBetween(86.0, 88.0);
        assertThat(IntStream.range(0, ROWS))
                .allMatch(row -> TABLE.column("SearchPhrase").get(row).equals("")
                        == TABLE.column("SearchEngineID").get(row).equals((short) 0));
    }

    @Test
    void negativeRowsAreRefused() {
        assertThatThrownBy(() -> new HitsDataset(-1, 1)).hasMessage("page views need rows >= 0, not -1");
    }

    private static double percent(long count) {
        return 100.0 * count / ROWS;
    }

    private static long together(List<String> names) {
        return IntStream.range(0, ROWS)
                .mapToObj(row ->
                        names.stream().map(name -> TABLE.column(name).get(row)).toList())
                .distinct()
                .count();
    }
}
