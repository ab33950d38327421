package dev.sheaf.io.arrow;

import dev.sheaf.query.CorruptFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// The last 24 bytes of a partial state: eight of magic, the version (4), the checksum of what comes before
/// (4, CRC-32C) and its length (8), little endian.
///
/// Readers of Arrow streams stop at the end mark before it.
final class StateTrailer {
    /// Raised when the wire form changes; older readers say so instead of misreading it.
    static final int VERSION = 1;

    static final int BYTES = 24;

    private static final byte[] MAGIC = "SHEAFGRP".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_CHUNK = 1 << 30;

    private StateTrailer() {}

    /// Ends what went through a channel.
    static void write(ChecksumChannel channel) {
        ByteBuffer trailer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        trailer.put(MAGIC).putInt(VERSION).putInt(channel.checksum()).putLong(channel.length());
        trailer.flip();
        try {
            channel.write(trailer);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// The bytes before the trailer, which vouches for them.
    ///
    /// @throws CorruptFileException if it does not
    static MemorySegment check(MemorySegment bytes, Path name) {
        if (bytes.byteSize() < BYTES) {
            throw corrupt(name, "it has " + bytes.byteSize() + " bytes, too few for the state of a group-by");
        }
        long length = bytes.byteSize() - BYTES;
        byte[] last = bytes.asSlice(length, BYTES).toArray(ValueLayout.JAVA_BYTE);
        ByteBuffer trailer = ByteBuffer.wrap(last).order(ByteOrder.LITTLE_ENDIAN);
        if (!Arrays.equals(last, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw corrupt(name, "it does not end like the state of a group-by: it is truncated, or " + kind(bytes));
        }
        trailer.position(MAGIC.length);
        int version = trailer.getInt();
        int checksum = trailer.getInt();
        long claimed = trailer.getLong();
        if (version != VERSION) {
            throw corrupt(name, "it is of version " + version + "; version " + VERSION + " can be read here");
        }
        if (claimed != length) {
            throw corrupt(name, "it claims " + claimed + " bytes and has " + length);
        }
        MemorySegment stream = bytes.asSlice(0, length);
        int found = checksum(stream);
        if (found != checksum) {
            throw corrupt(
                    name,
                    "its bytes have the checksum " + Integer.toHexString(found) + " where "
                            + Integer.toHexString(checksum) + " is written; it is damaged");
        }
        return stream;
    }

    private static int checksum(MemorySegment bytes) {
        CRC32C checksum = new CRC32C();
        for (long start = 0; start < bytes.byteSize(); start += MAX_CHUNK) {
            long size = Math.min(MAX_CHUNK, bytes.byteSize() - start);
            checksum.update(bytes.asSlice(start, size).asByteBuffer());
        }
        return (int) checksum.getValue();
    }

    private static String kind(MemorySegment bytes) {
        byte[] first = bytes.asSlice(0, ArrowWriter.MAGIC.length).toArray(ValueLayout.JAVA_BYTE);
        if (Arrays.equals(first, ArrowWriter.MAGIC)) {
            return "a plain Arrow file";
        }
        boolean stream = Arrays.equals(first, 0, Integer.BYTES, new byte[] {-1, -1, -1, -1}, 0, Integer.BYTES);
        return stream ? "a plain Arrow stream" : "something else";
    }

    private static CorruptFileException corrupt(Path name, String problem) {
        return new CorruptFileException(name, "", problem);
    }
}
