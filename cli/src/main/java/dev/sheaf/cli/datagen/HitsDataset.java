package dev.sheaf.cli.datagen;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/// Page views of web sites, with the columns of ClickBench's table `hits` that its group-by queries read, and as
/// many distinct values to a row as that table of 100 million rows.
///
/// | column | type | values |
/// |---|---|---|
/// | WatchID | int64 | distinct |
/// | UserID | int64 | scattered; 17.6 for 100 rows, a few with very many |
/// | ClientIP | int32 | 9 for 100 rows, following the user |
/// | RegionID | int32 | 9,000 at most, the first are the most frequent, following the user |
/// | EventTime | timestamp | 2013-07-01 to 2013-07-31, whole seconds |
/// | SearchPhrase | string | empty in 87 % of the rows, else one of 6 for 100 rows, following the user |
/// | SearchEngineID | int16 | 0 without a phrase, else 1 to 90 by Zipf's law |
/// | AdvEngineID | int16 | 0 in 99 % of the rows, else 1 to 18 |
/// | URL | string | 18.3 for 100 rows, of 20 to 90 bytes, by Zipf's law |
/// | ResolutionWidth | int16 | 15 widths |
/// | IsRefresh | int16 | 1 in 13 % of the rows, else 0 |
///
/// @see <a href="https://github.com/ClickHouse/ClickBench">ClickBench</a>; the figures of distinct values are of
///     its table, the values are made up
public record HitsDataset(long rows, long seed) implements GeneratedTable {
    private static final LongPredicate NO_NULLS = GeneratedColumn.NO_NULLS;
    private static final DataType TIME = new DataType.TimestampType(TimeUnit.MICRO, Optional.empty());
    private static final long FIRST_SECOND = LocalDateTime.of(2013, 7, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
    private static final long SECONDS = 31 * 86_400L;
    private static final int[] WIDTHS = {
        0, 320, 360, 768, 1024, 1152, 1280, 1366, 1368, 1440, 1600, 1638, 1680, 1846, 1920
    };

    /// @throws IllegalArgumentException if `rows` is negative
    public HitsDataset {
        GeneratedTable.checkRows("page views", rows);
    }

    @Override
    public String title() {
        return "generated page views, seed " + seed;
    }

    @Override
    public List<GeneratedColumn> columns() {
        Numbers users = skewed("UserID", 0.18, 0.5);
        Numbers phrases = phrases(users);
        Draws userIds = Draws.of(seed, "UserID of a user");
        return List.of(
                GeneratedColumn.longs(
                        "WatchID", row -> Draws.of(seed, "WatchID").bits(row) >>> 1),
                GeneratedColumn.longs("UserID", row -> userIds.bits(users.at(row)) >>> 1),
                ints("ClientIP", row -> Draws.of(seed, "ClientIP").bits(users.at(row) / 2)),
                ints("RegionID", regions(users)),
                GeneratedColumn.longs(
                        "EventTime", TIME, row -> (FIRST_SECOND + draw("EventTime", row, SECONDS)) * 1_000_000),
                text("SearchPhrase", Texts.orEmpty(Texts.random(8, 60)), phrases),
                shorts("SearchEngineID", engines(phrases)),
                shorts("AdvEngineID", row -> draw("ads", row, 100) == 0 ? 1 + draw("AdvEngineID", row, 18) : 0),
                text("URL", Texts.random(20, 90), textNumbers("URL", skewed("URL", 0.21, 0.75))),
                shorts("ResolutionWidth", row -> WIDTHS[(int) draw("ResolutionWidth", row, WIDTHS.length)]),
                shorts("IsRefresh", row -> draw("IsRefresh", row, 100) < 13 ? 1 : 0));
    }

    /// Numbers below `share` of the rows, the smaller the likelier.
    private Numbers skewed(String stream, double share, double exponent) {
        return Numbers.below(Math.max(1, (long) (share * rows)), exponent, Draws.of(seed, stream));
    }

    /// 0 for no phrase, else the number of a text, the same for all searches of a user.
    private Numbers phrases(Numbers users) {
        Numbers some = textNumbers("SearchPhrase", skewed("SearchPhrase", 0.4, 0.7));
        return row -> draw("searches", row, 100) < 13 ? some.at(users.at(row)) : 0;
    }

    private Numbers textNumbers(String stream, Numbers which) {
        Draws texts = Draws.of(seed, "text of " + stream);
        return row -> texts.bits(which.at(row)) | 1;
    }

    private Numbers regions(Numbers users) {
        Numbers law = Numbers.below(9_000, 1, Draws.of(seed, "RegionID"));
        return row -> law.at(users.at(row));
    }

    private Numbers engines(Numbers phrases) {
        Numbers law = Numbers.below(90, 1, Draws.of(seed, "SearchEngineID"));
        return row -> phrases.at(row) == 0 ? 0 : 1 + law.at(row);
    }

    private long draw(String stream, long row, long bound) {
        return Draws.of(seed, stream).below(row, bound);
    }

    private static GeneratedColumn ints(String name, Numbers values) {
        return GeneratedColumn.ints(name, DataType.INT32, values, NO_NULLS);
    }

    private static GeneratedColumn shorts(String name, Numbers values) {
        return GeneratedColumn.shorts(name, values);
    }

    private static GeneratedColumn text(String name, Texts texts, Numbers numbers) {
        return GeneratedColumn.texts(name, texts, numbers, NO_NULLS, false);
    }
}
