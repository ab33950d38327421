/// A JDBC driver: `DriverManager.getConnection("jdbc:sheaf:")`.
///
/// Start at [SheafDriver]. A connection is a `SqlSession` of its own. Each interface of JDBC is answered by one class,
/// which has the methods that are supported and no others: `Facade` shows it as the interface and refuses the rest.
/// `SheafConnection` makes `SheafStatement`s and `SheafPreparedStatement`s, which make a `SheafResultSet`; what they
/// share is an `OpenConnection`. `Conversions`, `TemporalValues` and `Reading` turn values into what a getter asks for,
/// `ColumnTypes` names types, and `DatabaseFacts` with `DatabaseTables` answers `DatabaseMetaData`.
@NullMarked
package dev.sheaf.jdbc;

import org.jspecify.annotations.NullMarked;
