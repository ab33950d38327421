package dev.sheaf.spark.plan;

import dev.sheaf.query.BackendPreference;
import dev.sheaf.spark.translate.UntranslatableException;
import java.util.Locale;
import org.apache.spark.sql.internal.SQLConf;

/// The setting that says what groups rows in tasks that have a GPU.
final class BackendSetting {
    private static final String NAME = "spark.sheaf.backend";

    private BackendSetting() {}

    /// What a session asks for.
    ///
    /// @throws UntranslatableException if that is no backend
    static BackendPreference of(SQLConf conf) {
        String wanted = conf.getConfString(NAME, "auto");
        return switch (wanted.toLowerCase(Locale.ROOT)) {
            case "auto" -> BackendPreference.AUTO;
            case "cpu" -> BackendPreference.CPU;
            case "cuda" -> BackendPreference.CUDA;
            default -> throw new UntranslatableException(NAME + " is auto, cpu or cuda, not " + wanted);
        };
    }
}
