/// The group-by engine: memory, columns, expressions, and the group-by on the CPU. Needs no other jar and no
/// JVM flag.
module dev.sheaf.engine {
    requires static org.jspecify;
    requires jdk.jfr;

    exports dev.sheaf.file;
    exports dev.sheaf.memory;
    exports dev.sheaf.column;
    exports dev.sheaf.column.write;
    exports dev.sheaf.expr;
    exports dev.sheaf.expr.bind;
    exports dev.sheaf.expr.eval;
    exports dev.sheaf.expr.fold;
    exports dev.sheaf.order;
    exports dev.sheaf.query;
    exports dev.sheaf.query.bounds;
    exports dev.sheaf.spill;
    exports dev.sheaf.groupby;
    exports dev.sheaf.text;
    exports dev.sheaf.window;
    exports dev.sheaf.resident;

    uses dev.sheaf.groupby.Backend;

    provides dev.sheaf.groupby.Backend with
            dev.sheaf.groupby.cpu.CpuBackend;

    uses dev.sheaf.resident.ResidentMemory;
    uses dev.sheaf.query.FileFormat;
    uses dev.sheaf.query.PathResolver;
}
