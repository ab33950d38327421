package dev.sheaf.spark;

import dev.sheaf.spark.plan.DistinctRule;
import dev.sheaf.spark.plan.SheafRule;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;
import org.slf4j.LoggerFactory;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/// The extension of a session: what [SheafPlugin] adds, or `spark.sql.extensions` where no plugin may be set.
///
/// With a version of Spark that Sheaf is not built for it adds nothing and says so in the log once a session.
public final class SheafExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    private final String version;

    /// The extension for the version of Spark that runs.
    public SheafExtensions() {
        this(org.apache.spark.package$.MODULE$.SPARK_VERSION());
    }

    SheafExtensions(String version) {
        this.version = version;
    }

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        if (SparkVersions.isKnown(version)) {
            inject(extensions);
        } else {
            LoggerFactory.getLogger(SheafExtensions.class).warn(SparkVersions.refusal(version));
        }
        return BoxedUnit.UNIT;
    }

    /// With adaptive execution a plan is cut into stages, so the rule comes before that; without it, rules for columns
    /// see the whole plan.
    private static void inject(SparkSessionExtensions extensions) {
        extensions.injectPreCBORule(_ -> new DistinctRule());
        extensions.injectQueryStagePrepRule(_ -> new SheafRule());
        extensions.injectColumnar(_ -> new ColumnarRule() {
            @Override
            public Rule<SparkPlan> preColumnarTransitions() {
                return new SheafRule();
            }
        });
    }
}
