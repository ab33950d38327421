/// Dataframes over the group-by engine: tables in, queries as plans, tables out.
module dev.sheaf.frame {
    requires static org.jspecify;
    requires transitive dev.sheaf.engine;

    exports dev.sheaf.frame;
    exports dev.sheaf.plan;
    exports dev.sheaf.plan.exec;
}
