/// Dataframes over the group-by engine: tables in, queries as plans, tables out.
module dev.sheaf.frame {
    requires static org.jspecify;
    requires transitive dev.sheaf.engine;
    requires static transitive java.sql;

    exports dev.sheaf.frame;
    exports dev.sheaf.frame.index;
    exports dev.sheaf.frame.label;
    exports dev.sheaf.frame.store;
    exports dev.sheaf.frame.verb;
    exports dev.sheaf.plan;
    exports dev.sheaf.plan.exec;

    uses dev.sheaf.plan.ExpressionLanguage;
}
