package dev.sheaf.spark;

import java.util.regex.Pattern;

/// Which versions of Spark the operators are built for: their classes extend Spark's own, which change with versions.
final class SparkVersions {
    private static final Pattern KNOWN = Pattern.compile("4\\.2\\.\\d+([-.].*)?");

    private SparkVersions() {}

    static boolean isKnown(String version) {
        return KNOWN.matcher(version).matches();
    }

    static String refusal(String version) {
        return "Sheaf runs within Spark 4.2, not " + version + "; all queries run on Spark alone";
    }
}
