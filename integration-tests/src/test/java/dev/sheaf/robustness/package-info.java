/// What goes wrong in life: files that are missing or damaged, queries that make no sense, too little memory or
/// disk, results that do not fit, users who change their mind. Each ends in an error that says what to do, and
/// leaves nothing behind.
@NullMarked
package dev.sheaf.robustness;

import org.jspecify.annotations.NullMarked;
