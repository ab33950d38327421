package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.meta.CompactInput;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageType;
import org.jspecify.annotations.Nullable;

/// What the header of a page says: the numbers of `PageHeader` in parquet.thrift and of the header inside it that its
/// kind of page has. Fields that are not known are passed over.
final class PageHeader {
    private static final int FIRST_BYTES = 1 << 10;
    private static final int MOST_BYTES = 1 << 24;

    /// Fields are numbered from 1 on, at most so many of them in each of the structures.
    private static final int FIELDS = 8;

    private static final long ALL = (1L << FIELDS) - 1;

    // The structures.
    private static final int PAGE = 0;
    private static final int DATA = 1;
    private static final int DICTIONARY = 2;
    private static final int DATA_V2 = 3;

    // Fields of the page.
    private static final int TYPE = 1;
    private static final int UNCOMPRESSED_SIZE = 2;
    private static final int COMPRESSED_SIZE = 3;
    private static final int CRC = 4;

    // Fields of the others; those of data pages of version 1 and of dictionaries are among them.
    private static final int VALUES = 1;
    private static final int ENCODING = 2;
    private static final int DEFINITION_ENCODING = 3;
    private static final int REPETITION_ENCODING = 4;
    private static final int V2_ROWS = 3;
    private static final int V2_ENCODING = 4;
    private static final int V2_DEFINITION_BYTES = 5;
    private static final int V2_REPETITION_BYTES = 6;
    private static final int V2_IS_COMPRESSED = 7;

    /// How many of the first fields of each structure a writer has to give.
    private static final int[] REQUIRED = {COMPRESSED_SIZE, REPETITION_ENCODING, ENCODING, V2_REPETITION_BYTES};

    private final int[] numbers = new int[4 * FIELDS];
    private long present;
    private int kind;

    private PageHeader() {}

    /// Reads the next header of a chunk and moves behind it.
    ///
    /// @throws MalformedPageException if there is none
    static PageHeader read(ChunkInput input) {
        for (long wanted = FIRST_BYTES; ; wanted *= 8) {
            int available = (int) Math.min(input.require(wanted), wanted);
            int start = input.show(available);
            CompactInput fields = new CompactInput(input.bytes(), start, start + available);
            try {
                PageHeader header = of(fields);
                input.skip(fields.position() - start);
                return header;
            } catch (CompactInput.EndsEarly early) {
                if (available == input.left() || wanted >= MOST_BYTES) {
                    throw new MalformedPageException("a page header that does not end");
                }
            }
        }
    }

    /// Reads a header.
    ///
    /// @throws CompactInput.EndsEarly if the memory ends before
    /// @throws MalformedPageException if it is none
    static PageHeader of(CompactInput input) {
        PageHeader header = new PageHeader();
        header.read(input, PAGE);
        header.check();
        return header;
    }

    private void read(CompactInput input, int structure) {
        present &= ~(ALL << (structure * FIELDS));
        for (int field = input.next(0); field != CompactInput.END; field = input.next(field)) {
            int inside = structure == PAGE && input.isStruct() ? structure(field) : PAGE;
            if (inside != PAGE) {
                read(input, inside);
            } else if (field > 0 && field <= FIELDS && input.isInt()) {
                put(structure, field, input.readInt());
            } else if (structure == DATA_V2 && field == V2_IS_COMPRESSED && input.isBool()) {
                put(structure, field, input.isTrue() ? 1 : 0);
            } else {
                input.skip();
            }
        }
    }

    /// The structure in a field of the page, [#PAGE] if it is not known.
    private static int structure(int field) {
        return switch (field) {
            case 5 -> DATA;
            case 7 -> DICTIONARY;
            case 8 -> DATA_V2;
            default -> PAGE;
        };
    }

    private void put(int structure, int field, int number) {
        numbers[index(structure, field)] = number;
        present |= 1L << index(structure, field);
    }

    private static int index(int structure, int field) {
        return structure * FIELDS + field - 1;
    }

    private boolean has(int structure, int field) {
        return (present >>> index(structure, field) & 1) != 0;
    }

    private void check() {
        require(PAGE);
        kind = switch (type()) {
            case DATA_PAGE -> DATA;
            case DICTIONARY_PAGE -> DICTIONARY;
            case DATA_PAGE_V2 -> DATA_V2;
            case INDEX_PAGE -> PAGE;
        };
        if (hasOwn()) {
            require(kind);
        }
    }

    private void require(int structure) {
        for (int field = 1; field <= REQUIRED[structure]; field++) {
            if (!has(structure, field)) {
                throw undecodable("without field " + field + " of a page header");
            }
        }
    }

    private static MalformedPageException undecodable(String reason) {
        return new MalformedPageException("its metadata cannot be decoded (" + reason + ")");
    }

    PageType type() {
        return known(PageType.findByValue(numbers[index(PAGE, TYPE)]), "type of a page");
    }

    int size() {
        return numbers[index(PAGE, COMPRESSED_SIZE)];
    }

    int uncompressedSize() {
        return numbers[index(PAGE, UNCOMPRESSED_SIZE)];
    }

    boolean hasChecksum() {
        return has(PAGE, CRC);
    }

    int checksum() {
        return numbers[index(PAGE, CRC)];
    }

    /// Whether there is the header inside it that its kind of page has.
    boolean hasOwn() {
        return (present >>> (kind * FIELDS) & ALL) != 0;
    }

    int values() {
        return own(VALUES);
    }

    Encoding encoding() {
        return encodingOf(kind == DATA_V2 ? V2_ENCODING : ENCODING);
    }

    Encoding definitionEncoding() {
        return encodingOf(DEFINITION_ENCODING);
    }

    Encoding repetitionEncoding() {
        return encodingOf(REPETITION_ENCODING);
    }

    /// Of a data page of version 2.
    int rows() {
        return own(V2_ROWS);
    }

    /// Of a data page of version 2.
    int definitionBytes() {
        return own(V2_DEFINITION_BYTES);
    }

    /// Of a data page of version 2.
    int repetitionBytes() {
        return own(V2_REPETITION_BYTES);
    }

    /// Whether the values of a data page of version 2 are compressed, as they are if the header does not tell.
    boolean isCompressed() {
        return !has(DATA_V2, V2_IS_COMPRESSED) || own(V2_IS_COMPRESSED) != 0;
    }

    private int own(int field) {
        return numbers[index(kind, field)];
    }

    private Encoding encodingOf(int field) {
        return known(Encoding.findByValue(own(field)), "encoding");
    }

    private static <T> T known(@Nullable T value, String what) {
        if (value == null) {
            throw undecodable("an unknown " + what);
        }
        return value;
    }
}
