package dev.sheaf.jdbc;

import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.sql.SqlException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;

/// What goes wrong, as JDBC tells it: with a SQLState.
final class Errors {
    static final String GENERAL = "HY000";
    static final String NOT_SUPPORTED = "0A000";
    static final String SYNTAX = "42000";
    static final String BAD_VALUE = "22000";
    static final String OUT_OF_RANGE = "22003";
    static final String CANCELLED = "57014";
    static final String TIMED_OUT = "HYT00";
    static final String OUT_OF_MEMORY = "53200";
    static final String DAMAGED_FILE = "58030";
    static final String CLOSED = "08003";
    static final String NO_CONNECTION = "08001";
    static final String BAD_INDEX = "07009";
    static final String WRONG_KIND = "07005";
    static final String NO_ROW = "24000";
    static final String NO_COLUMN = "42703";
    static final String READ_ONLY = "25006";
    static final String NO_TRANSACTION = "25P01";

    private Errors() {}

    /// The failure as a `SQLException`; errors of the virtual machine stay what they are.
    static Throwable of(Throwable failure) {
        return failure instanceof RuntimeException unexpected ? told(unexpected) : failure;
    }

    /// The failure as a `SQLException`.
    static SQLException told(RuntimeException failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return switch (failure) {
            case SqlException wrong -> new SQLSyntaxErrorException(message, SYNTAX, wrong);
            case QueryCancelledException stopped
            when message.contains("timeout") -> new SQLTimeoutException(message, TIMED_OUT, stopped);
            case QueryCancelledException stopped -> new SQLException(message, CANCELLED, stopped);
            case MemoryLimitException full -> new SQLTransientException(message, OUT_OF_MEMORY, full);
            case CorruptFileException damaged -> new SQLException(message, DAMAGED_FILE, damaged);
            case ArithmeticException overflow -> new SQLDataException(message, OUT_OF_RANGE, overflow);
            case IllegalArgumentException wrong -> new SQLDataException(message, BAD_VALUE, wrong);
            case UnsupportedOperationException missing ->
                new SQLFeatureNotSupportedException(message, NOT_SUPPORTED, missing);
            default -> new SQLException(message, GENERAL, failure);
        };
    }

    static SQLException closed(String what) {
        return new SQLException("this " + what + " is closed", CLOSED);
    }
}
