/// SQL over tables, frames and files.
module dev.sheaf.sql {
    requires static org.jspecify;
    requires transitive dev.sheaf.frame;

    exports dev.sheaf.sql;

    provides dev.sheaf.plan.ExpressionLanguage with
            dev.sheaf.sql.SqlExpressions;
}
