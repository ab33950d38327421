/// What the expressions of one SELECT may name, and what they ask for.
///
/// In comes what FROM offers and the query around; out come columns by name, or an error at the words that are
/// wrong. Start at [SelectContext], which holds all of it: [Scope] finds columns, [Aliases] what the SELECT list
/// calls them, [Outers] columns of the query around, [CallColumns] collects aggregates, windows and sub-queries,
/// and [Relations] knows tables and views. [Origins] knows which words an expression came from, [Clause] what may
/// stand where.
@NullMarked
package dev.sheaf.sql.bind.scope;

import org.jspecify.annotations.NullMarked;
