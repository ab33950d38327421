package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.Optional;

/// Reads CREATE and DROP of sequences, behind CREATE or DROP.
final class SequenceParser {
    private final Cursor cursor;
    private Optional<Long> start = Optional.empty();
    private Optional<Long> least = Optional.empty();
    private Optional<Long> most = Optional.empty();
    private long increment = 1;
    private boolean cycles;

    SequenceParser(Cursor cursor) {
        this.cursor = cursor;
    }

    /// `SEQUENCE s START WITH 1 INCREMENT BY 1 MINVALUE 1 MAXVALUE 9 CYCLE`, in any order.
    Statement create(boolean replace, int from) {
        cursor.next();
        Existing existing = cursor.existing(replace);
        Name name = cursor.name();
        while (option()) {
            // Each is read once.
        }
        return new Statement.CreateSequence(existing, name, start, increment, least, most, cycles, cursor.from(from));
    }

    private boolean option() {
        if (cursor.accept("START")) {
            cursor.accept("WITH");
            start = Optional.of(number());
        } else if (cursor.accept("INCREMENT")) {
            cursor.accept("BY");
            increment = number();
        } else if (cursor.accept("MINVALUE")) {
            least = Optional.of(number());
        } else if (cursor.accept("MAXVALUE")) {
            most = Optional.of(number());
        } else if (cursor.accept("CYCLE")) {
            cycles = true;
        } else if (cursor.accept("NO", "CYCLE")) {
            cycles = false;
        } else if (cursor.accept("NO", "MINVALUE")) {
            least = Optional.empty();
        } else if (cursor.accept("NO", "MAXVALUE")) {
            most = Optional.empty();
        } else {
            return false;
        }
        return true;
    }

    private long number() {
        boolean negative = cursor.acceptSymbol("-");
        Token token = cursor.token();
        if (token.kind() != Token.Kind.NUMBER) {
            throw cursor.unexpected("a number");
        }
        cursor.next();
        try {
            return Long.parseLong((negative ? "-" : "") + token.text());
        } catch (NumberFormatException large) {
            throw cursor.error(token.at(), "a sequence has whole numbers of 64 bits");
        }
    }

    /// `SEQUENCE [IF EXISTS] s`.
    Statement drop(int from) {
        cursor.next();
        boolean ifExists = cursor.accept("IF", "EXISTS");
        Name name = cursor.name();
        cursor.acceptDependence();
        return new Statement.DropSequence(ifExists, name, cursor.from(from));
    }
}
