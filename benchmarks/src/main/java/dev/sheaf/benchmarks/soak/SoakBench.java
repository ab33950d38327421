package dev.sheaf.benchmarks.soak;

import dev.sheaf.benchmarks.report.Machine;
import dev.sheaf.benchmarks.report.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sheaf soak`: runs the random suites in full.
@Command(
        name = "soak",
        hidden = true,
        customSynopsis = "./sheaf soak [SUITE...] [--list] [--seed S] [--case SEED] [--fresh]",
        description = {
            "Run all cases of the random suites, of which a build runs a twentieth. A run that is stopped goes on where it"
                    + " was when it is started again from the same seed. Results are filed under benchmarks/results.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./sheaf soak --list                               the suites and how many cases they have",
            "  ./sheaf soak io                                   those of a module",
            "  ./sheaf soak StoreProgramsTest --seed 7           one suite, other cases",
            "  ./sheaf soak 'RandomCsvTest#roundTrip' --case 42  one case",
            "",
            "Exit codes: 0 all cases passed, 1 some failed, 2 the request was wrong."
        })
public final class SoakBench implements Callable<Integer> {
    private static final Path COMPILED = Path.of("target", "quick", "test-classes");
    private static final Pattern INVOCATION = Pattern.compile("(.*)\\[(\\d+)]");

    @Parameters(
            paramLabel = "SUITE",
            arity = "0..*",
            description = "Only these: RandomCsvTest, RandomCsvTest#roundTrip, or a module. All if none is given.")
    private List<String> names = List.of();

    @Option(names = "--list", description = "List the suites with their numbers of cases, and run nothing.")
    private boolean list;

    @Option(names = "--seed", paramLabel = "S", description = "Where the cases come from, instead of the commit.")
    private @Nullable Long seed;

    @Option(
            names = "--case",
            paramLabel = "SEED",
            description = "Run the one case that a failure named, of the one suite given.")
    private @Nullable Long single;

    @Option(names = "--fresh", description = "Begin anew and forget what ran before from this seed.")
    private boolean fresh;

    private final Path root = Path.of(System.getProperty("sheaf.root", ".")).toAbsolutePath();

    @Override
    public Integer call() {
        List<Suite> suites = chosen(Suites.find(root, COMPILED));
        if (list) {
            System.out.print(table(suites));
            return 0;
        }
        return single != null ? runOne(suites, single) : runAll(suites, seed != null ? seed : Machine.seed(root));
    }

    private List<Suite> chosen(List<Suite> all) {
        List<Suite> chosen = new ArrayList<>();
        for (String name : names) {
            List<Suite> called = all.stream()
                    .filter(suite -> suite.isCalled(withoutInvocation(name)))
                    .toList();
            if (called.isEmpty()) {
                throw new IllegalArgumentException("there is no suite " + name + "; --list shows those there are");
            }
            chosen.addAll(called);
        }
        return names.isEmpty() ? all : chosen.stream().distinct().toList();
    }

    private static String withoutInvocation(String name) {
        Matcher matcher = INVOCATION.matcher(name);
        return matcher.matches() ? matcher.group(1) : name;
    }

    private static String table(List<Suite> suites) {
        TextTable table = new TextTable("suite", "module", "cases in full");
        suites.forEach(suite -> table.row(List.of(suite.name(), suite.module(), suite.casesText())));
        return table.toString();
    }

    private int runOne(List<Suite> suites, long caseSeed) {
        if (suites.size() != 1) {
            throw new IllegalArgumentException(
                    "--case needs one suite, such as 'RandomCsvTest#roundTrip', but there are " + suites.size());
        }
        List<String> properties = new ArrayList<>(List.of("-Dsheaf.seed=" + caseSeed));
        Matcher matcher = INVOCATION.matcher(names.getFirst());
        if (matcher.matches()) {
            properties.add("-Dsheaf.invocation=" + matcher.group(2));
        }
        int status = MavenRun.of(root, suites, properties).run();
        System.out.println(status == 0 ? "The case passes." : "The case fails.");
        return status;
    }

    private int runAll(List<Suite> suites, long base) {
        Path journals = root.resolve("target").resolve("soak").resolve(Long.toHexString(base));
        try (SoakFolder folder = SoakFolder.open(journals)) {
            if (fresh) {
                folder.clear();
            }
            System.err.println(
                    "soak: %d suites, --seed %d, journal in %s".formatted(suites.size(), base, folder.path()));
            int status = MavenRun.of(root, suites, List.of("-Dsheaf.base=" + base, "-Dsheaf.soak=" + folder.path()))
                    .run();
            SoakReport all = new SoakReport(base, Journal.read(folder.path()), List.of());
            SoakReport asked = all.of(suites);
            System.out.print(asked.text());
            System.err.println("filed " + root.relativize((names.isEmpty() ? asked : all).save(root)));
            return status == 0 && asked.isGood() ? 0 : 1;
        }
    }
}
