package dev.sheaf.benchmarks.soak;

import dev.sheaf.benchmarks.report.Json;
import dev.sheaf.benchmarks.report.Machine;
import dev.sheaf.benchmarks.report.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a soak run came to.
///
/// @param seed the number that all seeds come from
/// @param sets what ran, by the names of the sets of cases
/// @param missing suites that were asked for and left nothing, such as those that need a GPU
record SoakReport(long seed, Map<String, Journal.Outcome> sets, List<String> missing) {

    /// What of it belongs to these suites, and which of them left nothing.
    SoakReport of(List<Suite> suites) {
        Map<String, Journal.Outcome> own = new TreeMap<>();
        List<String> without = new ArrayList<>();
        for (Suite suite : suites) {
            int before = own.size();
            sets.forEach((set, outcome) -> {
                if (suite.name().equals(suiteOf(set))) {
                    own.put(set, outcome);
                }
            });
            if (own.size() == before) {
                without.add(suite.name());
            }
        }
        return new SoakReport(seed, own, without);
    }

    /// The name of a set without the numbers of the invocation and of the call in it.
    private static String suiteOf(String set) {
        return withoutCall(set).replaceAll("\\[\\d+]$", "");
    }

    boolean isGood() {
        return sets.values().stream()
                .allMatch(set -> set.isWhole() && set.failures().isEmpty());
    }

    /// For people: failures and unfinished sets, each with what runs it again, and the sum.
    String text() {
        StringBuilder text = new StringBuilder();
        TextTable table = new TextTable("module", "sets", "cases", "failed", "seconds");
        Map<String, Long[]> modules = new LinkedHashMap<>();
        sets.values().forEach(set -> {
            Long[] sums = modules.computeIfAbsent(set.module(), _ -> new Long[] {0L, 0L, 0L, 0L});
            long[] more = {1, set.done(), set.failures().size(), set.millis()};
            for (int i = 0; i < more.length; i++) {
                sums[i] += more[i];
            }
        });
        modules.forEach((module, sums) -> table.row(List.of(
                module, sums[0].toString(), sums[1].toString(), sums[2].toString(), Long.toString(sums[3] / 1000))));
        text.append(modules.isEmpty() ? "Nothing ran.\n" : table.toString()).append('\n');
        missing.forEach(suite -> text.append("did not run here: ").append(suite).append('\n'));
        sets.forEach((name, set) -> {
            if (!set.isWhole()) {
                text.append("%s: %d of %d cases ran%n".formatted(name, set.done(), set.cases()));
            }
            set.failures()
                    .forEach((failed, message) -> text.append("failed: ./sheaf soak '%s' --case %d%n  %s%n"
                            .formatted(withoutCall(name), failed, message)));
        });
        return text.toString();
    }

    /// The name of a set without the number of the call in its test.
    private static String withoutCall(String set) {
        return set.replaceAll("/\\d+$", "");
    }

    /// Files the JSON as `benchmarks/results/MACHINE/soak-SEED.json` in `root`; the seed in hexadecimal digits, which
    /// are the first of the commit unless another seed was asked for.
    Path save(Path root) {
        Path folder = root.resolve("benchmarks").resolve("results").resolve(Machine.folderName());
        try {
            Files.createDirectories(folder);
            return Files.writeString(folder.resolve("soak-" + Long.toHexString(seed) + ".json"), json(root));
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the results to " + folder, failure);
        }
    }

    String json(Path root) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("soak", "all cases of the random suites");
        document.put("seed", seed);
        document.putAll(Machine.describe(root));
        document.put(
                "cases", sets.values().stream().mapToLong(Journal.Outcome::done).sum());
        document.put(
                "failed",
                sets.values().stream().mapToInt(set -> set.failures().size()).sum());
        document.put("notRunHere", missing);
        List<Map<String, Object>> all = new ArrayList<>();
        sets.forEach((name, set) -> all.add(map(name, set)));
        document.put("suites", all);
        return Json.write(document);
    }

    private static Map<String, Object> map(String name, Journal.Outcome set) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("suite", name);
        map.put("module", set.module());
        map.put("cases", set.cases());
        map.put("done", set.done());
        map.put("seconds", set.millis() / 1000.0);
        map.put("failedSeeds", List.copyOf(set.failures().keySet()));
        return map;
    }
}
