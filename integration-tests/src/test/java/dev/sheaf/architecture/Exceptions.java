package dev.sheaf.architecture;

import java.util.List;
import java.util.Map;

/// What does not keep a rule, and why. The list may only get shorter: each rule fails, too, when something here keeps
/// it after all.
///
/// A package that ends in `..` is that one and those below it.
final class Exceptions {
    private Exceptions() {}

    /// The most files of a package.
    static final int MOST_FILES = 40;

    /// A package with files that know each other in a circle.
    ///
    /// @param types how many types the largest circle has at most
    record Circle(String packageName, int types, String why) {}

    /// A package of more than [#MOST_FILES] files: a closed hierarchy kept whole may have up to 60.
    record Large(String packageName, int files, String why) {}

    private static final String TAKEN_APART = "is being taken apart";
    private static final String MADE_CLASSES = "classes made for shapes of requests, which are few";
    private static final String ANSWERS = "types of the API whose methods give one another";
    private static final String RECURSION = "recursive as what it reads";

    static final List<Circle> CIRCLES = List.of(
            new Circle("dev.sheaf.groupby.cuda..", 9, TAKEN_APART),
            new Circle("dev.sheaf.cuda.kernel", 2, "texts of casts are expressions, and those of expressions casts"),
            new Circle("dev.sheaf.cuda.driver", 9, "a device makes what keeps its device"),
            new Circle("dev.sheaf.sql..", 12, RECURSION),
            new Circle("dev.sheaf.expr", 5, "an expression writes itself, and is combined by its own methods"),
            new Circle("dev.sheaf.column", 3, "a table is made of Java values, and gives its rows as such"),
            new Circle("dev.sheaf.memory", 2, "what frees memory is told which pool asks"),
            new Circle("dev.sheaf.order", 2, TAKEN_APART),
            new Circle("dev.sheaf.spill", 2, "buffers tell the manager that moves them"),
            new Circle("dev.sheaf.file", 2, TAKEN_APART),
            new Circle("dev.sheaf.groupby", 2, "a request checks itself when it is made"),
            new Circle("dev.sheaf.frame", 4, ANSWERS),
            new Circle("dev.sheaf.cli", 2, "the warm-up runs the commands"));

    static final List<Large> LARGE = List.of();

    /// Fields that keep what outlives a query, by why they may.
    static final Map<String, String> STATE = Map.ofEntries(
            Map.entry("dev.sheaf.groupby.cuda.device.OpenDevice.OPEN", "a process opens a device once"),
            Map.entry("dev.sheaf.file.OwnerLock.LIVE", "a process has one lock on a folder, whoever uses it"),
            Map.entry("dev.sheaf.memory.Holder.MADE", "which lost tables are named is sampled by process"),
            Map.entry("dev.sheaf.plan.PlanSchemas.KNOWN", "what a plan's schema is, as long as the plan is"),
            Map.entry("dev.sheaf.io.arrow.c.Loans.LOANS", "what other libraries of the process hold"),
            Map.entry("dev.sheaf.io.arrow.c.Loans.NUMBERS", "numbers what other libraries hold"),
            Map.entry("dev.sheaf.query.Workers.COUNTER", "numbers the names of threads"),
            Map.entry("dev.sheaf.memory.Checkpoint.CHECK", "what the thread at work asks whether it is cancelled"),
            Map.entry("dev.sheaf.groupby.cpu.loop.FusedLoops.MADE", MADE_CLASSES),
            Map.entry("dev.sheaf.groupby.cpu.direct.DirectLoops.MADE", MADE_CLASSES),
            Map.entry("dev.sheaf.sql.function.TypeNames.TYPES", TAKEN_APART));

    /// `dev.sheaf.expr..` is that package and those below it.
    static boolean isIn(String name, String packageName) {
        if (!name.endsWith("..")) {
            return packageName.equals(name);
        }
        String root = name.substring(0, name.length() - 2);
        return packageName.equals(root) || packageName.startsWith(root + ".");
    }
}
