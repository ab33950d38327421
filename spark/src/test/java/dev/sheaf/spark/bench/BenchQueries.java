package dev.sheaf.spark.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// What is asked: db-benchmark's questions, TPC-H's Q1, and random shapes over the same table.
final class BenchQueries {
    private static final List<String> KEYS = List.of("id1", "id2", "id3", "id4", "id5", "id6", "id4 % 10");
    private static final List<String> MEASURES = List.of(
            "sum(v1)",
            "sum(v3)",
            "avg(v2)",
            "avg(v3)",
            "max(v1)",
            "min(v3)",
            "count(*)",
            "count(v2)",
            "stddev_samp(v3)",
            "sum(v1 * v2)",
            "sum(CASE WHEN v1 > 2 THEN v3 END)",
            "max(id1)");
    private static final List<String> CONDITIONS = List.of("", "", " WHERE v1 > 1", " WHERE v3 < 50 AND id4 <> 7");

    private BenchQueries() {}

    /// The questions by name.
    static Map<String, String> all(int shapes, long seed) {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("q1", "SELECT id1, sum(v1) AS v1 FROM x GROUP BY id1");
        queries.put("q2", "SELECT id1, id2, sum(v1) AS v1 FROM x GROUP BY id1, id2");
        queries.put("q3", "SELECT id3, sum(v1) AS v1, avg(v3) AS v3 FROM x GROUP BY id3");
        queries.put("q4", "SELECT id4, avg(v1) AS v1, avg(v2) AS v2, avg(v3) AS v3 FROM x GROUP BY id4");
        queries.put("q5", "SELECT id6, sum(v1) AS v1, sum(v2) AS v2, sum(v3) AS v3 FROM x GROUP BY id6");
        queries.put("q6", "SELECT id4, id5, median(v3) AS m, stddev_samp(v3) AS sd FROM x GROUP BY id4, id5");
        queries.put("q7", "SELECT id3, max(v1) - min(v2) AS range_v1_v2 FROM x GROUP BY id3");
        queries.put("q9", "SELECT id2, id4, pow(corr(v1, v2), 2) AS r2 FROM x GROUP BY id2, id4");
        queries.put(
                "q10",
                "SELECT id1, id2, id3, id4, id5, id6, sum(v3) AS v3, count(*) AS n FROM x "
                        + "GROUP BY id1, id2, id3, id4, id5, id6");
        queries.put(
                "tpch1",
                "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), "
                        + "sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), "
                        + "avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*) FROM lineitem "
                        + "WHERE l_shipdate <= DATE'1998-09-02' GROUP BY l_returnflag, l_linestatus");
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 1; i <= shapes; i++) {
            queries.put("shape" + i, shape(random));
        }
        return queries;
    }

    private static String shape(SplittableRandom random) {
        List<String> keys = some(KEYS, random.nextInt(1, 3), random);
        List<String> outputs = new ArrayList<>();
        keys.forEach(key -> outputs.add(key + " AS k" + outputs.size()));
        some(MEASURES, random.nextInt(1, 5), random)
                .forEach(measure -> outputs.add(measure + " AS m" + outputs.size()));
        String condition = CONDITIONS.get(random.nextInt(CONDITIONS.size()));
        return "SELECT " + String.join(", ", outputs) + " FROM x" + condition + " GROUP BY " + String.join(", ", keys);
    }

    private static List<String> some(List<String> of, int count, SplittableRandom random) {
        return random.ints(0, of.size())
                .distinct()
                .limit(count)
                .mapToObj(of::get)
                .toList();
    }
}
