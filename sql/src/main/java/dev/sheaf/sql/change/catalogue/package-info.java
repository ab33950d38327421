/// What a session has by name: tables and views with their rules, schemas, functions, macros, sequences, types, and
/// values; and what a transaction comes back to.
///
/// Statements put entries in, and queries get relations out. Start at [Catalogue]. An [Entry] is a table or view;
/// [TableRules] are what the rows of a table have to keep, checked by [RowChecks] and [ForeignKeys], and [Assignment]
/// brings rows into its columns. [Definitions] are what else has a name, [InformationSchema] what queries are told of
/// all of it. Nothing here knows how statements run.
@NullMarked
package dev.sheaf.sql.change.catalogue;

import org.jspecify.annotations.NullMarked;
