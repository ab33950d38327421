package dev.sheaf.benchmarks.options;

import dev.sheaf.benchmarks.data.DataFolder;
import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.report.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// What all benchmarks have in common: how much, how often, and where results go.
public final class BenchOptions {
    /// The checkout, as the launcher says, else the present folder.
    public static final Path ROOT = Path.of(System.getProperty("sheaf.root", ""));

    public enum Format {
        TABLE,
        JSON
    }

    @Option(names = "--rows", paramLabel = "N", converter = RowCount.class, description = "Rows (default: 1e7).")
    private long rows = 10_000_000;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of every engine (default: processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--questions", split = ",", paramLabel = "Q", description = "Only these, such as q1,q5.")
    private List<String> questions = List.of();

    @Option(names = "--runs", paramLabel = "N", description = "Warm runs of each question (default: by time).")
    private @Nullable Integer runs;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "Time for the warm-ups and for the measured runs of each question (default: 1).")
    private double seconds = 1;

    @Option(names = "--format", paramLabel = "NAME", description = "table (default) or json.")
    private Format format = Format.TABLE;

    @Option(names = "--data", paramLabel = "DIR", description = "Where generated tables are kept.")
    private Path data = ROOT.resolve("target").resolve("bench-data");

    @Option(names = "--save", description = "Also write the JSON under benchmarks/results.")
    private boolean save;

    @Option(names = "--root", hidden = true, description = "The checkout that results are written to.")
    private Path root = ROOT;

    /// How many rows tables have.
    public long rows() {
        checkPositive("--rows", rows);
        return rows;
    }

    /// How many threads every engine may use.
    public int threads() {
        checkPositive("--threads", threads);
        return threads;
    }

    /// @throws IllegalArgumentException naming the option unless its value is above 0
    public static void checkPositive(String option, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(option + " needs a number above 0");
        }
    }

    /// Where generated tables are kept.
    public DataFolder data() {
        return new DataFolder(data);
    }

    /// The checkout that results are written to.
    public Path root() {
        return root;
    }

    /// Whether results are filed under `benchmarks/results`.
    public boolean isSaved() {
        return save;
    }

    /// Whether to print JSON instead of tables.
    public boolean isJson() {
        return format == Format.JSON;
    }

    /// Where peers are installed that have a process of their own.
    public Path peerFolder() {
        return ROOT.resolve("target").resolve("bench-peers");
    }

    /// How often each question is run.
    public Runs runs() {
        checkRuns();
        return runs == null ? Runs.lasting(seconds) : Runs.of(runs);
    }

    /// Enough runs for medians without the other work of this process, unless the user gives a number.
    public Runs steadyRuns() {
        checkRuns();
        return runs == null ? Runs.steady(seconds) : Runs.of(runs);
    }

    /// How many rounds, unless the user says.
    public int rounds(int otherwise) {
        checkRuns();
        return runs == null ? otherwise : runs;
    }

    private void checkRuns() {
        checkPositive("--seconds", seconds);
        if (runs != null) {
            checkPositive("--runs", runs);
        }
    }

    /// Rows, threads and data folder, for a process of its own.
    public List<String> arguments() {
        return List.of("--rows", "" + rows, "--threads", "" + threads, "--data", data.toString());
    }

    /// The same, and how often which questions are asked.
    public List<String> measuringArguments() {
        List<String> all = new ArrayList<>(arguments());
        all.addAll(List.of("--seconds", "" + seconds));
        if (runs != null) {
            all.addAll(List.of("--runs", runs.toString()));
        }
        if (!questions.isEmpty()) {
            all.addAll(List.of("--questions", String.join(",", questions)));
        }
        return all;
    }

    /// All options, for other benchmarks that file their results.
    public List<String> allArguments() {
        List<String> all = new ArrayList<>(arguments());
        all.addAll(List.of("--save", "--root", root.toString(), "--format", format.name()));
        if (runs != null) {
            all.addAll(List.of("--runs", runs.toString()));
        }
        return all;
    }

    /// The names of the questions that were asked for, not checked; none for all.
    public List<String> questions() {
        return questions;
    }

    /// The ones asked for.
    ///
    /// @throws IllegalArgumentException for a name that is not among them
    public List<Question> select(List<Question> all) {
        List<String> names = all.stream().map(Question::name).toList();
        for (String asked : questions) {
            if (!names.contains(asked)) {
                throw new IllegalArgumentException(
                        "there is no question \"" + asked + "\"; there are " + String.join(", ", names));
            }
        }
        return questions.isEmpty()
                ? all
                : all.stream()
                        .filter(question -> questions.contains(question.name()))
                        .toList();
    }

    /// What every report says of its run.
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("rows", rows);
        parameters.put("threads", threads);
        return parameters;
    }

    /// Prints a report, and files it if asked to.
    public void publish(Report report) {
        System.out.println(
                switch (format) {
                    case TABLE -> report.text(root);
                    case JSON -> report.json(root);
                });
        if (save) {
            System.err.println("written: " + report.save(root));
        }
    }

    /// `10000000`, `10M` or `1e7`.
    public static final class RowCount implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return (long) Double.parseDouble(
                        text.replace("_", "").replace("M", "e6").replace("k", "e3"));
            } catch (NumberFormatException notANumber) {
                throw new TypeConversionException("'" + text + "' is no number; write 10000000, 10M or 1e7");
            }
        }
    }
}
