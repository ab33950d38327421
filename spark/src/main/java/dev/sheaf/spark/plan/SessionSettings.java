package dev.sheaf.spark.plan;

import dev.sheaf.groupby.Sums;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.spark.translate.UntranslatableException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.internal.SQLConf;

/// What a session asks of its aggregations. A plan keeps what was asked when it was made.
///
/// @param backend what groups rows in tasks that have a GPU
/// @param sums how sums of floats are added up
record SessionSettings(BackendPreference backend, Sums sums) {
    private static final String BACKEND = "spark.sheaf.backend";
    private static final String SUMS = "spark.sheaf.sums";

    /// The settings of a session.
    ///
    /// @throws UntranslatableException if one has a value that it cannot have
    static SessionSettings of(SQLConf conf) {
        return new SessionSettings(
                one(conf, BACKEND, BackendPreference.AUTO, BackendPreference.values()),
                one(conf, SUMS, Sums.FAST, Sums.values()));
    }

    private static <E extends Enum<E>> E one(SQLConf conf, String name, E unlessSet, E[] values) {
        String wanted = conf.getConfString(name, unlessSet.name());
        return Stream.of(values)
                .filter(value -> value.name().equalsIgnoreCase(wanted))
                .findFirst()
                .orElseThrow(() -> new UntranslatableException(name + " is " + words(values) + ", not " + wanted));
    }

    private static <E extends Enum<E>> String words(E[] values) {
        List<String> words = Stream.of(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        return String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
    }
}
