package dev.sheaf.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The result of one benchmark: what was run, a row for each thing measured, and what the rows come to.
///
/// @param name the benchmark and its variant, also the name of its file: `groupby-base`
/// @param rows all with the same names in the same order
/// @param runs what each of several runs comes to, also a row each; none if there was but one
public record Report(
        String name,
        Map<String, Object> parameters,
        List<Map<String, Object>> rows,
        Map<String, Object> summary,
        List<Map<String, Object>> runs) {
    private static final double BILLION = 1e9;

    /// The report of one run.
    public Report(
            String name, Map<String, Object> parameters, List<Map<String, Object>> rows, Map<String, Object> summary) {
        this(name, parameters, rows, summary, List.of());
    }

    /// The comparisons of questions, a row for each question and peer.
    public static Report of(String name, Map<String, Object> parameters, List<Comparison> comparisons) {
        Map<String, Object> summary = new LinkedHashMap<>();
        comparisons.stream()
                .map(Comparison::peer)
                .distinct()
                .forEach(peer -> summarize(
                        summary,
                        peer,
                        comparisons.stream()
                                .filter(one -> one.peer().equals(peer))
                                .toList()));
        return new Report(
                name, parameters, comparisons.stream().map(Report::row).toList(), summary);
    }

    /// The same with more cells at the end of each row.
    public Report beside(List<Map<String, Object>> cells) {
        List<Map<String, Object>> wider = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            wider.add(new LinkedHashMap<>(rows.get(i)));
            wider.getLast().putAll(cells.get(i));
        }
        return new Report(name, parameters, wider, summary, runs);
    }

    private static void summarize(Map<String, Object> summary, String peer, List<Comparison> comparisons) {
        summary.put("geometric mean of ratios to " + peer, Comparison.geometricMean(comparisons, Comparison::ratio));
        double cpuRatio = Comparison.geometricMean(comparisons, Comparison::cpuRatio);
        if (!Double.isNaN(cpuRatio)) {
            summary.put("geometric mean of processor time to " + peer, cpuRatio);
        }
        Comparison worst = Collections.max(comparisons, Comparator.comparingDouble(Comparison::ratio));
        summary.put("worst ratio to " + peer, worst.ratio());
        summary.put("question of the worst ratio to " + peer, worst.question());
    }

    private static Map<String, Object> row(Comparison comparison) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("question", comparison.question());
        row.put("sheafMillis", comparison.sheaf().medianMillis());
        row.put("sheafBestMillis", comparison.sheaf().bestMillis());
        row.put("sheafFirstMillis", comparison.sheaf().firstMillis());
        row.put("rowsPerSecond", comparison.rowsPerSecond());
        row.put("bytesPerSecond", comparison.bytesPerSecond());
        row.put("peer", comparison.peer());
        row.put("peerMillis", comparison.peerTiming().medianMillis());
        row.put("peerBestMillis", comparison.peerTiming().bestMillis());
        row.put("peerFirstMillis", comparison.peerTiming().firstMillis());
        row.put("ratio", comparison.ratio());
        row.put("sheafCpuMillis", comparison.sheaf().cpuMillis());
        row.put("peerCpuMillis", comparison.peerTiming().cpuMillis());
        row.put("cpuRatio", comparison.cpuRatio());
        row.put("runs", comparison.sheaf().warmMillis().size());
        return row;
    }

    /// As a JSON object: the machine, the parameters, `questions`, `summary`.
    public String json(Path root) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("benchmark", name);
        document.putAll(Machine.describe(root));
        document.putAll(parameters);
        document.put("questions", rows);
        document.put("summary", summary);
        if (!runs.isEmpty()) {
            document.put("runs", runs);
        }
        return Json.write(document);
    }

    /// As tables for people.
    public String text(Path root) {
        StringBuilder text = new StringBuilder(name).append('\n');
        Map<String, Object> facts = new LinkedHashMap<>(Machine.describe(root));
        facts.putAll(parameters);
        List<String> said = new ArrayList<>();
        facts.forEach((fact, value) -> said.add(fact + " " + cell(value)));
        text.append(String.join(", ", said)).append("\n\n");
        text.append(table(rows)).append(table(runs));
        summary.forEach((what, value) ->
                text.append(what).append(": ").append(cell(value)).append('\n'));
        return text.toString();
    }

    private static String table(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            return "";
        }
        TextTable table = new TextTable(rows.getFirst().keySet().toArray(String[]::new));
        rows.forEach(row -> table.row(row.values().stream().map(Report::cell).toList()));
        return table + "\n";
    }

    /// Millions and billions with their letters, small numbers with as many digits as matter.
    private static String cell(Object value) {
        if (!(value instanceof Double number)) {
            return value.toString();
        }
        if (Math.abs(number) >= BILLION) {
            return String.format(Locale.ROOT, "%.2f G", number / BILLION);
        }
        if (Math.abs(number) >= 1e6) {
            return String.format(Locale.ROOT, "%.1f M", number / 1e6);
        }
        return String.format(Locale.ROOT, Math.abs(number) < 10 ? "%.2f" : "%.1f", number);
    }

    /// Writes the JSON under `benchmarks/results` in `root`, in the folder of this kind of machine.
    public Path save(Path root) {
        Path folder = root.resolve("benchmarks").resolve("results").resolve(Machine.folderName());
        try {
            Files.createDirectories(folder);
            return Files.writeString(folder.resolve(name + ".json"), json(root));
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the results to " + folder, failure);
        }
    }
}
