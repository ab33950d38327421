package dev.sheaf.sql.bind.scope;

import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The settings that there are by their names in small letters, and what values they take.
final class SettingValues {
    static final String NULL_ORDER = "default_null_order";
    static final String ORDER = "default_order";
    static final String COLLATION = "default_collation";
    static final String INTEGER_DIVISION = "integer_division";
    static final String THREADS = "threads";
    static final String TIME_ZONE = "timezone";

    private static final Map<String, String> OTHER_NAMES =
            Map.of("null_order", NULL_ORDER, "worker_threads", THREADS, "max_memory", "memory_limit");

    /// Settings that change nothing here.
    static final Set<String> WITHOUT_MEANING = Set.of(
            ("allow_unsigned_extensions arrow_large_buffer_size arrow_output_list_view autoinstall_known_extensions"
                            + " autoload_known_extensions checkpoint_threshold custom_extension_repository"
                            + " custom_user_agent enable_external_access enable_http_metadata_cache enable_logging"
                            + " enable_object_cache enable_profiling enable_progress_bar enable_progress_bar_print"
                            + " errors_as_json explain_output extension_directory external_threads home_directory"
                            + " lambda_syntax log_query_path max_expression_depth max_temp_directory_size"
                            + " ordered_aggregate_threshold parquet_metadata_cache partitioned_write_flush_threshold"
                            + " perfect_ht_threshold pivot_filter_threshold pivot_limit prefer_range_joins"
                            + " preserve_insertion_order profile_output profiling_mode profiling_output progress_bar_time"
                            + " storage_compatibility_version temp_directory wal_autocheckpoint")
                    .split(" "));

    /// The settings that mean something.
    private static final List<String> MEANINGS =
            List.of(COLLATION, NULL_ORDER, ORDER, INTEGER_DIVISION, THREADS, TIME_ZONE);

    private SettingValues() {}

    /// The name of a setting that may be written in other words.
    static String named(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return OTHER_NAMES.getOrDefault(key, key);
    }

    /// A value as it is kept.
    ///
    /// @throws IllegalArgumentException if there is no such setting, or it takes no such value
    static String checked(String name, String value) {
        String small = value.toLowerCase(Locale.ROOT).strip();
        return switch (name) {
            case NULL_ORDER -> nullOrder(small.replace(' ', '_'));
            case ORDER ->
                known(
                        Map.of("asc", "ASC", "ascending", "ASC"),
                        small,
                        "default_order is ASC; write DESC where it is meant");
            case COLLATION ->
                collation(small).isPresent() || small.isEmpty()
                        ? value
                        : fail("default_collation is NOCASE, NOACCENT, NFC, several of them with dots between, or C");
            case INTEGER_DIVISION ->
                known(
                        Map.of("true", "true", "false", "false", "1", "true", "0", "false"),
                        small,
                        "integer_division is true or false");
            case THREADS -> small.matches("[1-9]\\d{0,8}") ? small : fail("threads is a number from 1");
            case TIME_ZONE ->
                known(
                        Map.of("utc", "UTC", "etc/utc", "UTC", "gmt", "UTC"),
                        small,
                        "the parts of a moment are those in UTC; AT TIME ZONE gives those of other zones");
            case "memory_limit" ->
                throw new IllegalArgumentException(
                        "the memory of a session is that of its pool: new SqlSession(MemoryPool.withLimit(bytes))");
            default -> {
                if (!WITHOUT_MEANING.contains(name)) {
                    throw unknown(name);
                }
                yield value;
            }
        };
    }

    private static String known(Map<String, String> values, String value, String problem) {
        return values.containsKey(value) ? values.get(value) : fail(problem);
    }

    private static String fail(String problem) {
        throw new IllegalArgumentException(problem);
    }

    /// What to say of a setting that is not there.
    static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(
                "there is no setting " + name + "; settings: " + String.join(", ", MEANINGS));
    }

    /// The collation of names with dots between; nothing if there is none.
    static Optional<Collation> collation(String names) {
        return Collation.of(Arrays.stream(names.split("\\."))
                .map(name -> new Name(name, new Span(0, 0)))
                .toList());
    }

    private static String nullOrder(String name) {
        return switch (name) {
            case "last", "nulls_last" -> "NULLS_LAST";
            case "first", "nulls_first" -> "NULLS_FIRST";
            case "nulls_first_on_asc_last_on_desc", "sqlite", "mysql" -> "NULLS_FIRST_ON_ASC_LAST_ON_DESC";
            case "nulls_last_on_asc_first_on_desc", "postgres" -> "NULLS_LAST_ON_ASC_FIRST_ON_DESC";
            default ->
                fail("default_null_order is nulls_last, nulls_first, nulls_first_on_asc_last_on_desc or"
                        + " nulls_last_on_asc_first_on_desc");
        };
    }
}
