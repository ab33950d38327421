/// Tests in the format of sqllogictest, over JDBC.
///
/// [LogicScript] reads a file into [LogicRecord]s, [LogicRun] runs them on a connection, and [SqlLogicTest] does
/// both for each file of a folder: our own suites on Sheaf and on DuckDB, or any other folder on Sheaf.
@NullMarked
package dev.sheaf.sqllogic;

import org.jspecify.annotations.NullMarked;
