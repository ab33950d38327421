package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.PlacedLoop.Field;
import dev.sheaf.groupby.cpu.PlacedLoop.Op;
import java.util.List;
import java.util.stream.IntStream;

/// Has extremes of small numbers, which share words with other fields of many places, take blocks of rows, in
/// [passes][ExtremePasses] of which each does one thing.
///
/// Only rows that change an extreme are written: they are found by comparing, eight at once, and soon they are few.
final class SmallExtremes {
    private final PlacedLoop.Shape shape;
    private final BlockSums sums;
    private final PlacedWords target;
    private final List<Field> fields;
    private final List<List<Integer>> fieldsOfWords;
    private final long[][] values;
    private final long[] held = new long[PlacedBlocks.ROWS];
    private final long[] changing = new long[PlacedBlocks.ROWS];
    private final int[] chosen = new int[PlacedBlocks.ROWS];

    SmallExtremes(PlacedLoop.Shape shape, BlockSums sums, PlacedWords target) {
        this.shape = shape;
        this.sums = sums;
        this.target = target;
        this.fields = shape.fields().stream()
                .filter(field -> field.op().isPackedExtreme())
                .toList();
        this.fieldsOfWords = IntStream.range(0, 1 << shape.wordShift())
                .mapToObj(this::fieldsOf)
                .toList();
        this.values = new long[fields.size()][PlacedBlocks.ROWS];
    }

    private List<Integer> fieldsOf(int word) {
        return IntStream.range(0, fields.size())
                .filter(number -> fields.get(number).word() == word)
                .boxed()
                .toList();
    }

    /// Whether there are any, and no extremes with a word of their own.
    static boolean areIn(PlacedLoop.Shape shape) {
        List<Op> ops = shape.fields().stream().map(Field::op).toList();
        return ops.stream().anyMatch(Op::isPackedExtreme) && !ops.contains(Op.MIN) && !ops.contains(Op.MAX);
    }

    /// Reads the values of a block; false if one is larger than it may be.
    boolean load(int from, int rows) {
        for (int i = 0; i < fields.size(); i++) {
            if (!sums.loadSmall(i, from, rows, values[i])) {
                return false;
            }
        }
        return true;
    }

    /// Takes rows `from` to `to - 1` of the block.
    void take(int[] places, int from, int to) {
        for (int word = 0; word < fieldsOfWords.size(); word++) {
            if (!fieldsOfWords.get(word).isEmpty()) {
                take(word, fieldsOfWords.get(word), places, from, to);
            }
        }
    }

    private void take(int word, List<Integer> numbers, int[] places, int from, int to) {
        int shift = shape.wordShift();
        ExtremePasses.read(places, from, to, target.words(), shift, word, held);
        for (int i = 0; i < numbers.size(); i++) {
            int number = numbers.get(i);
            int up = fields.get(number).shift();
            ExtremePasses.findGreater(held, values[number], from, to, up, most(number), i == 0 ? 0 : -1, changing);
        }
        int count = Bits.ones(changing, from, to, chosen);
        for (int i = 0; i < numbers.size(); i++) {
            int number = numbers.get(i);
            int up = fields.get(number).shift();
            ExtremePasses.raise(places, values[number], chosen, count, target.words(), shift, word, up, most(number));
        }
    }

    private long most(int number) {
        return (1L << shape.values().get(fields.get(number).first()).bits()) - 1;
    }
}
