package dev.sheaf.sql.bind.scope;

import dev.sheaf.query.QueryContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What SET has said, by the names of settings in small letters: immutable.
///
/// Few settings mean something here ([#meanings]). Others of DuckDB say how its engine works or what its shell shows:
/// they are taken and kept, and change nothing.
public final class SessionSettings {
    /// Nothing is set.
    public static final SessionSettings NONE = new SessionSettings(Map.of());

    private final Map<String, String> values;

    private SessionSettings(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /// The name of a setting that may be written in other words.
    public static String named(String name) {
        return SettingValues.named(name);
    }

    /// Whether a setting changes nothing.
    public static boolean isWithoutMeaning(String name) {
        return SettingValues.WITHOUT_MEANING.contains(named(name));
    }

    /// The same with another value of a setting.
    ///
    /// @throws IllegalArgumentException if there is no such setting, or it takes no such value
    public SessionSettings with(String name, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.put(named(name), SettingValues.checked(named(name), value));
        return new SessionSettings(more);
    }

    /// The same with a setting as it was at first.
    public SessionSettings without(String name) {
        if (!meanings().containsKey(named(name)) && !isWithoutMeaning(name)) {
            throw SettingValues.unknown(name);
        }
        Map<String, String> fewer = new HashMap<>(values);
        fewer.remove(named(name));
        return new SessionSettings(fewer);
    }

    /// The settings that mean something with their values now.
    public Map<String, String> meanings() {
        Map<String, String> all = new HashMap<>(Map.of(
                SettingValues.NULL_ORDER,
                "NULLS_LAST",
                SettingValues.ORDER,
                "ASC",
                SettingValues.COLLATION,
                "",
                SettingValues.INTEGER_DIVISION,
                "false",
                SettingValues.TIME_ZONE,
                "UTC"));
        all.put(SettingValues.THREADS, String.valueOf(QueryContext.create().threads()));
        all.putAll(values);
        return all;
    }

    /// Whether nulls come first where an SettingValues.ORDER BY does not say it.
    public boolean nullsFirst(boolean descending) {
        return switch (values.getOrDefault(SettingValues.NULL_ORDER, "")) {
            case "NULLS_FIRST" -> true;
            case "NULLS_FIRST_ON_ASC_LAST_ON_DESC" -> !descending;
            case "NULLS_LAST_ON_ASC_FIRST_ON_DESC" -> descending;
            default -> false;
        };
    }

    /// Whether `/` means `//`.
    public boolean integerDivision() {
        return values.getOrDefault(SettingValues.INTEGER_DIVISION, "").equals("true");
    }

    /// How texts are compared of which nothing says it.
    public Optional<Collation> collation() {
        return SettingValues.collation(values.getOrDefault(SettingValues.COLLATION, ""))
                .filter(Collation::changes);
    }

    /// How many threads a query may use.
    public OptionalInt threads() {
        String threads = values.get(SettingValues.THREADS);
        return threads == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(threads));
    }
}
