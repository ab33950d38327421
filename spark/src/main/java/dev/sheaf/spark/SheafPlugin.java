package dev.sheaf.spark;

import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/// Runs the group-bys of Spark on Sheaf: `--conf spark.plugins=dev.sheaf.spark.SheafPlugin` is all there is to set.
/// What
/// Sheaf cannot run, Spark runs as ever. `spark.sheaf.enabled=false` turns it off for a session.
public final class SheafPlugin implements SparkPlugin {
    private static final String EXTENSIONS = "spark.sql.extensions";

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {
            @Override
            public Map<String, String> init(SparkContext context, PluginContext plugin) {
                register(context.conf());
                return Map.of();
            }
        };
    }

    /// Sessions made from here on have our extension beside those that were asked for.
    private static void register(SparkConf conf) {
        String ours = SheafExtensions.class.getName();
        String given = conf.get(EXTENSIONS, "");
        if (given.isEmpty()) {
            conf.set(EXTENSIONS, ours);
        } else if (!given.contains(ours)) {
            conf.set(EXTENSIONS, given + "," + ours);
        }
    }

    @Override
    public @Nullable ExecutorPlugin executorPlugin() {
        return null;
    }
}
