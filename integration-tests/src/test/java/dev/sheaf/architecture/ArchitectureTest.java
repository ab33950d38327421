package dev.sheaf.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchitectureTest {
    private static final JavaClasses OURS = OurClasses.IMPORTED;

    private static final List<String> ENGINE = List.of(
            "dev.sheaf.file..",
            "dev.sheaf.memory..",
            "dev.sheaf.column..",
            "dev.sheaf.order..",
            "dev.sheaf.expr..",
            "dev.sheaf.query..",
            "dev.sheaf.spill..",
            "dev.sheaf.window",
            "dev.sheaf.groupby",
            "dev.sheaf.groupby.rows",
            "dev.sheaf.groupby.cpu..");

    @Test
    void packagesFormNoCycle() {
        slices().matching("dev.sheaf.(**)").should().beFreeOfCycles().check(OURS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memory        | ",
                "file          | ",
                "column.grow   | memory",
                "column.copy   | memory",
                "column.record | ",
                "column        | memory, column.copy, column.grow, column.record",
                "column.append | memory, column, column.copy, column.grow",
                "column.write  | memory, column, column.copy",
                "order         | memory, column, column.copy",
                "expr..        | memory, column, column.record",
                "query.path    | column, expr.., file",
                "query.bounds  | memory, column, expr..",
                "query         | memory, column, expr.., file, query.bounds, query.path",
                "spill         | memory, column, order, query, file",
                "window        | memory, column, order, expr..",
                "groupby.rows  | memory, column, order",
                "groupby       | memory, column, order, expr.., query, window, groupby.rows",
                "resident      | memory, column, expr.., query, groupby",
                "groupby.cpu.. | file, memory, column, column.append, order, expr.., query, spill, groupby",
                "groupby.cpu.chunk | memory, column, order, expr.., query, spill, groupby",
                "groupby.cpu.hash | memory, column, order, expr.., query, spill, groupby, groupby.cpu.chunk",
                "groupby.cpu.key | memory, column, order, expr.., query, spill, groupby, "
                        + "groupby.cpu.chunk, groupby.cpu.hash",
                "groupby.cpu.group | memory, column, order, expr.., query, spill, groupby, "
                        + "groupby.cpu.chunk, groupby.cpu.hash, groupby.cpu.key",
                "groupby.cpu.exact | memory, column, groupby.cpu.chunk",
                "groupby.cpu.sketch | memory, column, groupby.cpu.chunk",
                "groupby.cpu.finish | memory, column, order, expr.., groupby, groupby.cpu.chunk",
                "groupby.cpu.reduce | memory, column, order, expr.., query, spill, groupby, "
                        + "groupby.cpu.chunk, groupby.cpu.group, groupby.cpu.hash, groupby.cpu.key, "
                        + "groupby.cpu.exact, groupby.cpu.sketch, groupby.cpu.finish",
                "groupby.cpu.plan | memory, column, order, expr.., query, spill, groupby, "
                        + "groupby.cpu.chunk, groupby.cpu.key, groupby.cpu.finish, groupby.cpu.reduce",
                "groupby.cpu.state | memory, column, order, expr.., query, spill, groupby, groupby.cpu.chunk,"
                        + " groupby.cpu.group, groupby.cpu.plan, groupby.cpu.reduce",
                "groupby.cpu.table | memory, column, order, expr.., query, spill, groupby, "
                        + "groupby.cpu.chunk, groupby.cpu.hash, groupby.cpu.key, groupby.cpu.group, "
                        + "groupby.cpu.reduce, groupby.cpu.plan, groupby.cpu.state",
                "groupby.cpu.partition | memory, column, order, expr.., query, spill, groupby, "
                        + "groupby.cpu.chunk, groupby.cpu.hash, groupby.cpu.key, groupby.cpu.group, "
                        + "groupby.cpu.plan, groupby.cpu.table",
                "groupby.cpu.spill | memory, column, order, expr.., query, spill, groupby, "
                        + "groupby.cpu.chunk, groupby.cpu.key, groupby.cpu.group, groupby.cpu.plan, "
                        + "groupby.cpu.table, groupby.cpu.partition",
                "plan..        | memory, column, order, expr.., query, spill, groupby, window, resident",
                "frame.label   | column",
                "frame.store   | memory, column.., query, spill",
                "frame.index   | memory, column, frame.store",
                "frame.verb    | column, expr, plan, window, frame.label, frame.store, frame.index",
                "frame.data    | memory, column.., expr.., query, spill, groupby, plan.., text, frame.label, frame.store, "
                        + "frame.index, frame.verb",
                "frame         | memory, column, expr.., query, resident, groupby, plan.., text, frame.label, frame.store, "
                        + "frame.index, frame.verb, frame.data",
                "sql..         | memory, column, expr.., query, groupby, plan.., frame, window",
                "sql.tree      | ",
                "sql.parse     | column, sql.tree",
                "sql.rows      | memory, column, expr.., query, plan..",
                "sql.function.value | memory, column, expr..",
                "sql.function  | column, expr.., plan, sql.tree, sql.function.value",
                "sql.join      | memory, column, expr.., query, plan.., sql.rows",
                "sql.bind.scope | memory, column, expr.., query, plan.., sql.function.., sql.join, sql.tree",
                "sql.bind.expression | column, expr.., groupby, plan.., window, sql.function.., sql.join, sql.tree, "
                        + "sql.bind.scope",
                "sql.bind.from | memory, column, expr.., query, groupby, plan.., window, sql.function.., sql.join, "
                        + "sql.rows, sql.tree, sql.bind.scope, sql.bind.expression",
                "sql.bind      | memory, column, expr.., query, groupby, plan.., window, sql.function, sql.join, "
                        + "sql.rows, sql.tree, sql.bind.scope, sql.bind.expression, sql.bind.from",
                "sql.keys      | column, expr, query, plan.., frame, sql.join, sql.rows",
                "sql.change.catalogue | memory, column, expr.., query, plan.., frame, sql.bind, sql.bind.scope, "
                        + "sql.function, sql.function.value, sql.join, sql.keys, sql.rows, sql.tree",
                "sql.change    | memory, column, expr.., query, plan.., frame, sql.bind, sql.bind.from, sql.bind.scope, "
                        + "sql.change.catalogue, sql.function, sql.function.value, sql.join, sql.keys, sql.rows, sql.tree",
                "plot          | column, expr.., frame, frame.index",
                "arrow         | memory, column, query, io.arrow",
                "jdbc          | memory, column, expr.., query, frame, plan.., sql, text",
                "spark.translate | column, expr.., groupby",
                "spark.column  | memory, column, expr.., query, spark.translate",
                "spark.scan    | memory, column, expr.., query, io.parquet, io.remote, io.remote.http, spark.column, spark.translate",
                "spark.task    | memory, column, query, groupby, io.arrow, spark.column, spark.translate",
                "spark.plan    | query, groupby, spark.scan, spark.task, spark.translate",
                "spark         | spark.plan",
                "io.zstd       | ",
                "io.rows       | memory, column, expr.., query, file",
                "io.remote.http | ",
                "io.remote.s3  | io.remote.http",
                "io.remote     | query, io.remote.http, io.remote.s3",
                "io.parquet..  | memory, column, expr.., query, query.bounds, io.zstd, file",
                "io.arrow.c    | ",
                "io.arrow      | memory, column, expr.., query, groupby, file, io.arrow.c",
                "cuda          | memory",
                "cuda.driver   | memory, cuda, file",
                "cuda.kernel   | memory, column, expr.., cuda, cuda.driver, file",
                "groupby.cuda.device | memory, column, order, expr.., query, groupby, cuda, cuda.driver, cuda.kernel,"
                        + " file",
                "groupby.cuda.transfer | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device",
                "groupby.cuda.text | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device",
                "groupby.cuda.request | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device, groupby.cuda.text",
                "groupby.cuda.scan | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device, groupby.cuda.request, groupby.cuda.text",
                "groupby.cuda.strategy | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device, groupby.cuda.scan",
                "groupby.cuda.fast | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device, groupby.cuda.request, groupby.cuda.result, groupby.cuda.scan, "
                        + "groupby.cuda.strategy",
                "groupby.cuda.stride | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device, groupby.cuda.request, groupby.cuda.scan, "
                        + "groupby.cuda.transfer",
                "groupby.cuda.result | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device, groupby.cuda.request, groupby.cuda.scan, "
                        + "groupby.cuda.text, groupby.cuda.transfer",
                "groupby.cuda.general | memory, column, order, expr.., query, groupby, cuda, cuda.driver, "
                        + "cuda.kernel, groupby.cuda.device, groupby.cuda.request, groupby.cuda.result, "
                        + "groupby.cuda.stride, groupby.cuda.text, groupby.cuda.transfer, groupby.cuda.scan, groupby.cuda.fast",
                "groupby.cuda.rows | memory, column, expr.., query, resident, cuda.driver, cuda.kernel, groupby.cuda.device, "
                        + "groupby.cuda.fast, groupby.cuda.request, groupby.cuda.result",
                "groupby.cuda.runs | memory, column, order, expr.., window, groupby, cuda, cuda.driver, cuda.kernel, "
                        + "groupby.cuda.device, groupby.cuda.fast, groupby.cuda.general, groupby.cuda.request, groupby.cuda.rows, "
                        + "groupby.cuda.scan, groupby.cuda.transfer",
                "groupby.cuda| memory, column, order, expr.., resident, spill, groupby.cuda.rows, groupby.cuda.runs, query, groupby, cuda, cuda.driver, cuda.kernel, "
                        + "groupby.cuda.device, groupby.cuda.transfer, groupby.cuda.text, groupby.cuda.request, "
                        + "groupby.cuda.scan, groupby.cuda.strategy, groupby.cuda.fast, groupby.cuda.stride, "
                        + "groupby.cuda.result, groupby.cuda.general"
            })
    void ofOurPackagesEachSeesOnlyThoseBelowIt(String name, String below) {
        List<String> allowed = new ArrayList<>(List.of("dev.sheaf." + name));
        if (below != null) {
            Arrays.stream(below.split(", *", -1))
                    .map(other -> "dev.sheaf." + other)
                    .forEach(allowed::add);
        }
        noClasses()
                .that()
                .resideInAPackage("dev.sheaf." + name)
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are ours and not in " + allowed,
                        type -> type.getPackageName().startsWith("dev.sheaf.")
                                && allowed.stream().noneMatch(other -> Exceptions.isIn(other, type.getPackageName()))))
                .check(OURS);
    }

    @Test
    void theEngineNeedsTheJdkAlone() {
        String[] engine = ENGINE.toArray(String[]::new);
        List<String> allowed = new ArrayList<>(ENGINE);
        allowed.addAll(List.of("java..", "jdk.jfr..", "org.jspecify.annotations.."));
        classes()
                .that()
                .resideInAnyPackage(engine)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed.toArray(String[]::new))
                .check(OURS);
    }

    @Test
    void cpuAndCudaDoNotSeeEachOther() {
        noClasses()
                .that()
                .resideInAnyPackage(ENGINE.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.sheaf.cuda..", "dev.sheaf.groupby.cuda..")
                .check(OURS);
        noClasses()
                .that()
                .resideInAnyPackage("dev.sheaf.cuda..", "dev.sheaf.groupby.cuda..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.sheaf.groupby.cpu..")
                .check(OURS);
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.parquet.., dev.sheaf.io.parquet..",
        "picocli.., dev.sheaf.cli..",
        "org.apache.spark.., dev.sheaf.spark..",
        "scala.., dev.sheaf.spark..",
        "org.jline.., dev.sheaf.cli.shell.."
    })
    void thirdPartyCodeStaysInItsPackage(String thirdParty, String home) {
        noClasses()
                .that()
                .resideOutsideOfPackage(home)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(thirdParty)
                .check(OURS);
    }

    @Test
    void onlyTheDriverCallsNativeCode() {
        DescribedPredicate<JavaCall<?>> restricted = target(owner(nameMatching("java\\.lang\\.foreign\\..*")))
                .and(target(nameMatching(
                        "downcallHandle|upcallStub|libraryLookup|loaderLookup|reinterpret|withTargetLayout")));
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.sheaf.cuda.driver..", "dev.sheaf.io.arrow.c..")
                .should()
                .callCodeUnitWhere(restricted)
                .orShould()
                .callMethod(System.class, "load", String.class)
                .orShould()
                .callMethod(System.class, "loadLibrary", String.class)
                .check(OURS);
    }

    /// Every access to a segment goes through the same methods of the JDK, and their branch counts are those of
    /// the whole process. Once most accesses were to confined arenas, the compiler expects an owner and compiles
    /// loops over shared memory again and again, for minutes.
    @Test
    void dataLiesInNoConfinedArena() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.sheaf.cuda..")
                .and()
                .resideOutsideOfPackage("dev.sheaf.groupby.cuda..")
                .should()
                .callMethod(Arena.class, "ofConfined")
                .check(OURS);
    }

    @Test
    void onlyTheCommandLinePrints() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.sheaf.cli..", "dev.sheaf.benchmarks..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(OURS);
    }
}
