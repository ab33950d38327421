package dev.sheaf.architecture;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// What does not keep a rule, and why. The list may only get shorter: each rule fails, too, when something here keeps
/// it after all.
///
/// A package that ends in `..` is that one and those below it.
final class Exceptions {
    private Exceptions() {}

    /// The most files of a package, its package-info among them.
    static final int MOST_FILES = 40;

    /// Files of a package that know each other in a circle, each by way of the others.
    record Circle(String packageName, Set<String> files, String why) {
        static Circle of(String packageName, String files, String why) {
            return new Circle(packageName, Set.of(files.split(", ")), why);
        }
    }

    /// A package of more than [#MOST_FILES] files: a closed hierarchy kept whole may have up to 60.
    record Large(String packageName, int files, String why) {}

    static final List<Circle> CIRCLES = List.of(
            Circle.of(
                    "dev.sheaf.column",
                    "Categories, DataType, Field",
                    "a type of structs has fields, one of categories has values, and both have types; cut, users would ask a"
                            + " third type for them"),
            Circle.of(
                    "dev.sheaf.frame",
                    "DynamicGroupBy, LazyFrame, LazyGroupBy, LazyRolling",
                    "a frame gives groups and windows, which give frames: users call them in chains"),
            Circle.of(
                    "dev.sheaf.frame",
                    "DataFrame, DeviceFrame, Grouped, Series",
                    "a frame gives its columns, groups and itself on a device, which give frames: users call them in chains"),
            Circle.of(
                    "dev.sheaf.groupby.cuda",
                    "Gpu, GpuGroupBy, GpuGroups, GpuTable",
                    "a device loads tables; a table names its device and gives groups, which give tables: users call them"
                            + " in chains"),
            Circle.of(
                    "dev.sheaf.resident",
                    "ResidentMemory, ResidentOperator, ResidentTable",
                    "memory loads tables; a table names its memory and runs operators, one of which, the join, takes another"
                            + " table"),
            Circle.of(
                    "dev.sheaf.sql.tree",
                    "Clauses, Expression, Query, Relation",
                    "an expression holds queries, and a query relations, clauses and expressions: SQL's grammar is recursive"));

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
            Map.entry("dev.sheaf.memory.Checkpoint.CHECK", "what the thread at work asks whether it is cancelled"));

    /// `dev.sheaf.expr..` is that package and those below it.
    static boolean isIn(String name, String packageName) {
        if (!name.endsWith("..")) {
            return packageName.equals(name);
        }
        String root = name.substring(0, name.length() - 2);
        return packageName.equals(root) || packageName.startsWith(root + ".");
    }
}
