/// Tests of SQL: what text means (plans as goldens), what it gives (small literal tables), what is refused and how.
package dev.sheaf.sql;
