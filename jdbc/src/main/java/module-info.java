/// A JDBC driver: SQL over tables in memory and the files of a folder.
module dev.sheaf.jdbc {
    requires static org.jspecify;
    requires transitive dev.sheaf.sql;
    requires transitive java.sql;

    exports dev.sheaf.jdbc;

    provides java.sql.Driver with
            dev.sheaf.jdbc.SheafDriver;
}
