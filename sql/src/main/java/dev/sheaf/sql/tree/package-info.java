/// What a text of SQL says, as a tree. Start at [Statement]; below it are [Query], [Relation], [Expression] and
/// the [Clauses] between them. `dev.sheaf.sql.parse` makes it, and `dev.sheaf.sql.bind` reads it.
///
/// Every node knows its place in the text. A tree says what was written and nothing of what it means: names are
/// not looked up and types not known. The tree holds more than the binder binds; what is not bound is refused
/// there, at its place.
@NullMarked
package dev.sheaf.sql.tree;

import org.jspecify.annotations.NullMarked;
