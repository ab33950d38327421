package dev.sheaf.spark;

import dev.sheaf.spark.plan.SheafExplain;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/// Runs the group-bys of Spark on Sheaf: `--conf spark.plugins=dev.sheaf.spark.SheafPlugin` is all there is to set.
/// What Sheaf cannot run, Spark runs as ever. `spark.sheaf.enabled=false` turns it off for a session.
public final class SheafPlugin implements SparkPlugin {
    private static final String EXTENSIONS = "spark.sql.extensions";
    private static final String EXPLAIN = "spark.sql.extendedExplainProviders";

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

    /// Sessions made from here on have what is ours beside what was asked for.
    private static void register(SparkConf conf) {
        add(conf, EXTENSIONS, SheafExtensions.class.getName());
        add(conf, EXPLAIN, SheafExplain.class.getName());
    }

    private static void add(SparkConf conf, String setting, String ours) {
        String given = conf.get(setting, "");
        if (given.isEmpty()) {
            conf.set(setting, ours);
        } else if (!given.contains(ours)) {
            conf.set(setting, given + "," + ours);
        }
    }

    @Override
    public @Nullable ExecutorPlugin executorPlugin() {
        return null;
    }
}
