package dev.sheaf.io.zstd;

/// Writes the sequences section of a block: for each of the three kinds of codes with the table that makes it
/// smallest.
final class SequencesEncoder {
    private static final int DEFAULT = 0;
    private static final int ONE = 1;
    private static final int OWN = 2;

    /// Codes of lengths below this are looked up.
    private static final int LOOKED_UP = 256;

    private static final byte[] LITERAL_LENGTH_CODES = codes(SequenceCodes.LITERAL_LENGTHS);
    private static final byte[] MATCH_LENGTH_CODES = codes(SequenceCodes.MATCH_LENGTHS);

    private final int maxSequences = FrameHeader.Block.MAX_BYTES / MatchFinder.MIN_MATCH + 1;
    private final byte[] literalLengths = new byte[maxSequences];
    private final byte[] offsets = new byte[maxSequences];
    private final byte[] matchLengths = new byte[maxSequences];

    private static byte[] codes(SequenceCodes codes) {
        byte[] table = new byte[LOOKED_UP];
        for (int number = codes.base(0); number < LOOKED_UP; number++) {
            table[number] = (byte) codes.code(number);
        }
        return table;
    }

    /// Writes the section and returns where it ends.
    int write(Sequences sequences, byte[] target, int at) {
        int count = sequences.count();
        int position = at;
        if (count < 128) {
            target[position++] = (byte) count;
        } else if (count < 0x7F00) {
            target[position++] = (byte) ((count >>> 8) + 128);
            target[position++] = (byte) count;
        } else {
            target[position++] = (byte) 255;
            target[position++] = (byte) (count - 0x7F00);
            target[position++] = (byte) ((count - 0x7F00) >>> 8);
        }
        if (count == 0) {
            return position;
        }
        findCodes(sequences);
        int modesAt = position++;
        Table literalLengthTable = Table.choose(SequenceCodes.LITERAL_LENGTHS, literalLengths, count, target, position);
        Table offsetTable = Table.choose(SequenceCodes.OFFSETS, offsets, count, target, literalLengthTable.end);
        Table matchLengthTable =
                Table.choose(SequenceCodes.MATCH_LENGTHS, matchLengths, count, target, offsetTable.end);
        target[modesAt] = (byte) (literalLengthTable.mode << 6 | offsetTable.mode << 4 | matchLengthTable.mode << 2);
        BitWriter output = new BitWriter(target, matchLengthTable.end);
        write(sequences, literalLengthTable.encoder, offsetTable.encoder, matchLengthTable.encoder, output);
        return output.finishStream();
    }

    private void findCodes(Sequences sequences) {
        for (int i = 0; i < sequences.count(); i++) {
            int literalLength = sequences.literalLength(i);
            int matchLength = sequences.matchLength(i);
            literalLengths[i] = literalLength < LOOKED_UP
                    ? LITERAL_LENGTH_CODES[literalLength]
                    : (byte) SequenceCodes.LITERAL_LENGTHS.code(literalLength);
            matchLengths[i] = matchLength < LOOKED_UP
                    ? MATCH_LENGTH_CODES[matchLength]
                    : (byte) SequenceCodes.MATCH_LENGTHS.code(matchLength);
            offsets[i] = (byte) Words.highBit(sequences.offsetValue(i));
        }
    }

    /// The table of one kind of codes; what it takes in the file ends at `end`.
    private record Table(int mode, FseEncoder encoder, int end) {
        static Table choose(SequenceCodes codes, byte[] symbols, int count, byte[] target, int at) {
            int[] counts = FseEncoder.count(symbols, 0, count, codes.count());
            double defaultBits = FseEncoder.bits(counts, codes.defaults());
            if (FseEncoder.isOne(counts, count)) {
                if (defaultBits <= Byte.SIZE) {
                    return new Table(DEFAULT, new FseEncoder(codes.defaults()), at);
                }
                target[at] = symbols[0];
                int[] one = new int[symbols[0] + 1];
                one[symbols[0]] = 1;
                return new Table(ONE, new FseEncoder(new FseDistribution(0, one)), at + 1);
            }
            FseDistribution own = FseEncoder.distribution(counts, count, codes.maxAccuracy());
            int end = FseEncoder.write(own, target, at);
            if (FseEncoder.bits(counts, own) + (end - at) * 8.0 < defaultBits) {
                return new Table(OWN, new FseEncoder(own), end);
            }
            return new Table(DEFAULT, new FseEncoder(codes.defaults()), at);
        }
    }

    /// From the last sequence to the first, each as the states that lead to the next one, then the bits that
    /// follow its codes.
    private void write(
            Sequences sequences,
            FseEncoder literalLengthEncoder,
            FseEncoder offsetEncoder,
            FseEncoder matchLengthEncoder,
            BitWriter output) {
        int last = sequences.count() - 1;
        int matchLengthState = matchLengthEncoder.first(matchLengths[last]);
        int offsetState = offsetEncoder.first(offsets[last]);
        int literalLengthState = literalLengthEncoder.first(literalLengths[last]);
        addBits(sequences, last, output);
        for (int i = last - 1; i >= 0; i--) {
            offsetState = offsetEncoder.encode(offsetState, offsets[i], output);
            matchLengthState = matchLengthEncoder.encode(matchLengthState, matchLengths[i], output);
            literalLengthState = literalLengthEncoder.encode(literalLengthState, literalLengths[i], output);
            addBits(sequences, i, output);
        }
        matchLengthEncoder.finish(matchLengthState, output);
        offsetEncoder.finish(offsetState, output);
        literalLengthEncoder.finish(literalLengthState, output);
    }

    private void addBits(Sequences sequences, int i, BitWriter output) {
        int literalLengthCode = literalLengths[i];
        int matchLengthCode = matchLengths[i];
        int offsetBits = offsets[i];
        output.add(
                sequences.literalLength(i) - SequenceCodes.LITERAL_LENGTHS.base(literalLengthCode),
                SequenceCodes.LITERAL_LENGTHS.extraBits(literalLengthCode));
        output.add(
                sequences.matchLength(i) - SequenceCodes.MATCH_LENGTHS.base(matchLengthCode),
                SequenceCodes.MATCH_LENGTHS.extraBits(matchLengthCode));
        output.add(sequences.offsetValue(i) & Words.lowBits(offsetBits), offsetBits);
    }
}
