module user {
    requires dev.sheaf.sql;
}
