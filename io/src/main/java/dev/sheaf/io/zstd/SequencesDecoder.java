package dev.sheaf.io.zstd;

import static dev.sheaf.io.zstd.ZstdFormatException.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Decodes the sequences section of a block and does what it says: take some literals, copy a match, and so on;
/// the literals that are left come last.
///
/// Source: RFC 8878, sections 3.1.1.3.2 and 3.1.1.4.
final class SequencesDecoder {
    private static final String DAMAGED = "the sequences of a block are damaged";

    /// Bytes that the fast way may write past a literal run or a match.
    private static final int ROOM = 32;

    private @Nullable FseTable literalLengths;
    private @Nullable FseTable offsets;
    private @Nullable FseTable matchLengths;
    private long repeat1;
    private long repeat2;
    private long repeat3;

    /// A new frame knows no tables and begins with these offsets.
    void startFrame() {
        literalLengths = null;
        offsets = null;
        matchLengths = null;
        repeat1 = 1;
        repeat2 = 4;
        repeat3 = 8;
    }

    /// Decodes the section `[start, end)` of a block to `target` from `written` on, and returns up to where it has
    /// written, at most `limit`. Matches may reach back to `frameStart`.
    long decode(
            byte[] block,
            int start,
            int end,
            LiteralsDecoder literals,
            MemorySegment target,
            long frameStart,
            long written,
            long limit) {
        check(start < end, DAMAGED);
        int first = Byte.toUnsignedInt(block[start]);
        int position = start + (first < 128 ? 1 : first < 255 ? 2 : 3);
        int count = first < 128
                ? first
                : first < 255
                        ? ((first - 128) << 8) + Byte.toUnsignedInt(block[start + 1])
                        : (int) Words.get(block, start + 1, 2) + 0x7F00;
        if (count == 0) {
            check(position == end, DAMAGED);
            return rest(literals, 0, target, written, limit);
        }
        check(position < end, DAMAGED);
        int modes = block[position++];
        check((modes & 3) == 0, DAMAGED);
        TableReader reader = new TableReader(block, position, end);
        literalLengths = reader.read(modes >>> 6 & 3, SequenceCodes.LITERAL_LENGTHS, literalLengths);
        offsets = reader.read(modes >>> 4 & 3, SequenceCodes.OFFSETS, offsets);
        matchLengths = reader.read(modes >>> 2 & 3, SequenceCodes.MATCH_LENGTHS, matchLengths);
        return run(
                block,
                reader.position,
                end,
                count,
                literalLengths,
                offsets,
                matchLengths,
                literals,
                target,
                frameStart,
                written,
                limit);
    }

    /// Reads the tables of a section, one after the other.
    private static final class TableReader {
        private static final FseTable DEFAULT_LITERAL_LENGTHS = defaults(SequenceCodes.LITERAL_LENGTHS);
        private static final FseTable DEFAULT_OFFSETS = defaults(SequenceCodes.OFFSETS);
        private static final FseTable DEFAULT_MATCH_LENGTHS = defaults(SequenceCodes.MATCH_LENGTHS);

        private final byte[] block;
        private final int end;
        private int position;

        TableReader(byte[] block, int position, int end) {
            this.block = block;
            this.position = position;
            this.end = end;
        }

        private static FseTable defaults(SequenceCodes codes) {
            return FseTable.of(codes.defaults(), codes);
        }

        FseTable read(int mode, SequenceCodes codes, @Nullable FseTable earlier) {
            return switch (mode) {
                case 0 ->
                    switch (codes) {
                        case LITERAL_LENGTHS -> DEFAULT_LITERAL_LENGTHS;
                        case OFFSETS -> DEFAULT_OFFSETS;
                        case MATCH_LENGTHS -> DEFAULT_MATCH_LENGTHS;
                    };
                case 1 -> {
                    check(position < end, DAMAGED);
                    int code = Byte.toUnsignedInt(block[position++]);
                    check(code < codes.count(), DAMAGED);
                    yield FseTable.ofOne(code, codes);
                }
                case 2 -> {
                    var read = FseDistribution.read(block, position, end, codes.count(), codes.maxAccuracy());
                    position = read.end();
                    yield FseTable.of(read.distribution(), codes);
                }
                default -> {
                    if (earlier == null) {
                        throw new ZstdFormatException("the first sequences of a frame use tables of earlier ones");
                    }
                    yield earlier;
                }
            };
        }
    }

    /// The hot loop, kept whole. Three loads a sequence fetch all its bits: those of the offset, of both lengths,
    /// and of the next states; none waits for another.
    private long run(
            byte[] block,
            int start,
            int end,
            int count,
            FseTable literalLengthTable,
            FseTable offsetTable,
            FseTable matchLengthTable,
            LiteralsDecoder literalsDecoder,
            MemorySegment target,
            long frameStart,
            long from,
            long limit) {
        long[] literalLengthEntries = literalLengthTable.entries();
        long[] offsetEntries = offsetTable.entries();
        long[] matchLengthEntries = matchLengthTable.entries();
        byte[] literals = literalsDecoder.bytes();
        int literalCount = literalsDecoder.size();
        int literal = 0;
        long written = from;
        long fastLimit = limit - ROOM;
        long last1 = repeat1;
        long last2 = repeat2;
        long last3 = repeat3;
        long bit = Words.streamBits(block, start, end, DAMAGED);
        check(bit >= literalLengthTable.accuracy() + offsetTable.accuracy() + matchLengthTable.accuracy(), DAMAGED);
        bit -= literalLengthTable.accuracy();
        int literalLengthState = bits(block, start, bit, literalLengthTable.accuracy());
        bit -= offsetTable.accuracy();
        int offsetState = bits(block, start, bit, offsetTable.accuracy());
        bit -= matchLengthTable.accuracy();
        int matchLengthState = bits(block, start, bit, matchLengthTable.accuracy());
        for (int left = count - 1; left >= 0; left--) {
            long literalLengthEntry = literalLengthEntries[literalLengthState];
            long offsetEntry = offsetEntries[offsetState];
            long matchLengthEntry = matchLengthEntries[matchLengthState];
            int literalLengthBits = FseTable.extraBits(literalLengthEntry);
            int matchLengthBits = FseTable.extraBits(matchLengthEntry);
            int offsetBits = FseTable.extraBits(offsetEntry);
            long offsetAt = bit - offsetBits;
            long lengthsAt = offsetAt - literalLengthBits - matchLengthBits;
            long lengths = word(block, start, lengthsAt);
            int literalLength = (int) ((literalLengthEntry >>> 32) + (lengths & Words.lowBits(literalLengthBits)));
            int matchLength = (int)
                    ((matchLengthEntry >>> 32) + (lengths >>> literalLengthBits & Words.lowBits(matchLengthBits)));
            long offsetValue = (offsetEntry >>> 32) + (word(block, start, offsetAt) & Words.lowBits(offsetBits));
            bit = lengthsAt;
            if (left > 0) {
                int literalLengthStep = FseTable.stateBits(literalLengthEntry);
                int matchLengthStep = FseTable.stateBits(matchLengthEntry);
                int offsetStep = FseTable.stateBits(offsetEntry);
                bit -= literalLengthStep + matchLengthStep + offsetStep;
                long states = word(block, start, bit);
                offsetState = FseTable.stateBase(offsetEntry) + (int) (states & Words.lowBits(offsetStep));
                matchLengthState = FseTable.stateBase(matchLengthEntry)
                        + (int) (states >>> offsetStep & Words.lowBits(matchLengthStep));
                literalLengthState = FseTable.stateBase(literalLengthEntry)
                        + (int) (states >>> (offsetStep + matchLengthStep) & Words.lowBits(literalLengthStep));
            }
            check(bit >= 0, DAMAGED);
            long offset;
            if (offsetValue > 3) {
                offset = offsetValue - 3;
                last3 = last2;
                last2 = last1;
                last1 = offset;
            } else {
                int which = (int) offsetValue - (literalLength == 0 ? 0 : 1);
                offset = which == 0 ? last1 : which == 1 ? last2 : which == 2 ? last3 : last1 - 1;
                if (which > 1) {
                    last3 = last2;
                }
                if (which > 0) {
                    last2 = last1;
                    last1 = offset;
                }
            }
            long matchAt = written + literalLength;
            long matchEnd = matchAt + matchLength;
            check(literalLength <= literalCount - literal && matchEnd <= limit, DAMAGED);
            check(offset > 0 && offset <= matchAt - frameStart, "a match begins before its frame");
            if (matchEnd <= fastLimit) {
                target.set(Words.LONG, written, Words.getLong(literals, literal));
                target.set(Words.LONG, written + 8, Words.getLong(literals, literal + 8));
                if (literalLength > 16) {
                    longLiterals(literals, literal, target, written, literalLength);
                }
                long source = matchAt - offset;
                if (offset >= 16) {
                    target.set(Words.LONG, matchAt, target.get(Words.LONG, source));
                    target.set(Words.LONG, matchAt + 8, target.get(Words.LONG, source + 8));
                    for (int done = 16; done < matchLength; done += 16) {
                        target.set(Words.LONG, matchAt + done, target.get(Words.LONG, source + done));
                        target.set(Words.LONG, matchAt + done + 8, target.get(Words.LONG, source + done + 8));
                    }
                } else {
                    nearMatch(target, matchAt, (int) offset, matchLength);
                }
            } else {
                MemorySegment.copy(literals, literal, target, ValueLayout.JAVA_BYTE, written, literalLength);
                for (long at = matchAt; at < matchEnd; at++) {
                    target.set(ValueLayout.JAVA_BYTE, at, target.get(ValueLayout.JAVA_BYTE, at - offset));
                }
            }
            literal += literalLength;
            written = matchEnd;
        }
        check(bit == 0, DAMAGED);
        repeat1 = last1;
        repeat2 = last2;
        repeat3 = last3;
        return rest(literalsDecoder, literal, target, written, limit);
    }

    /// Copies the rest of more than 16 literals.
    private static void longLiterals(byte[] literals, int from, MemorySegment target, long to, int count) {
        if (count > 2 * ROOM) {
            MemorySegment.copy(literals, from, target, ValueLayout.JAVA_BYTE, to, count);
            return;
        }
        for (int done = 16; done < count; done += 16) {
            target.set(Words.LONG, to + done, Words.getLong(literals, from + done));
            target.set(Words.LONG, to + done + 8, Words.getLong(literals, from + done + 8));
        }
    }

    /// A match that overlaps itself within 16 bytes: 8 bytes one by one, then words from a multiple of the
    /// distance before.
    private static void nearMatch(MemorySegment target, long to, int offset, int count) {
        int done = 0;
        int distance = offset;
        if (offset < Long.BYTES) {
            for (; done < Long.BYTES; done++) {
                target.set(ValueLayout.JAVA_BYTE, to + done, target.get(ValueLayout.JAVA_BYTE, to + done - offset));
            }
            distance = offset * ((Long.BYTES + offset - 1) / offset);
        }
        for (; done < count; done += Long.BYTES) {
            target.set(Words.LONG, to + done, target.get(Words.LONG, to + done - distance));
        }
    }

    private static long rest(LiteralsDecoder literals, int from, MemorySegment target, long written, long limit) {
        int count = literals.size() - from;
        check(count <= limit - written, DAMAGED);
        MemorySegment.copy(literals.bytes(), from, target, ValueLayout.JAVA_BYTE, written, count);
        return written + count;
    }

    private static long word(byte[] block, int start, long bit) {
        return Words.getLong(block, start + (int) (bit >> 3)) >>> (bit & 7);
    }

    private static int bits(byte[] block, int start, long bit, int width) {
        return (int) (word(block, start, bit) & Words.lowBits(width));
    }
}
