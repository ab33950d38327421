/// Tests of the driver: each interface by itself, and Spring and jOOQ on top of it.
package dev.sheaf.jdbc;
