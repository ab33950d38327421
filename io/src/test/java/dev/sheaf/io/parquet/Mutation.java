package dev.sheaf.io.parquet;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Damages the bytes of a file somewhere between two positions, as disks, networks and programs do.
public record Mutation(SplittableRandom random, int from, int to) {
    private static final int MAX_RUN = 40;

    /// Anywhere, with a bent for the footer.
    static Mutation anywhere(byte[] file, SplittableRandom random) {
        return random.nextBoolean()
                ? new Mutation(random, 0, file.length)
                : new Mutation(random, footerStart(file), file.length);
    }

    /// In the pages.
    static Mutation inPages(byte[] file, SplittableRandom random) {
        return new Mutation(random, 4, footerStart(file));
    }

    private static int footerStart(byte[] file) {
        int tail = file.length - 8;
        return tail - ((file[tail] & 0xFF) | (file[tail + 1] & 0xFF) << 8 | (file[tail + 2] & 0xFF) << 16);
    }

    /// Another file of another size.
    public byte[] resize(byte[] file) {
        int at = random.nextInt(from, to);
        int count = Math.min(random.nextInt(1, MAX_RUN), file.length - at);
        return switch (random.nextInt(3)) {
            case 0 -> Arrays.copyOf(file, at);
            case 1 -> splice(file, at, at + count);
            default -> splice(file, at, at - Math.min(at, count));
        };
    }

    /// The bytes before `end` and those from `start` on: some are left out, or come twice.
    private static byte[] splice(byte[] file, int end, int start) {
        byte[] spliced = Arrays.copyOf(file, end + file.length - start);
        System.arraycopy(file, start, spliced, end, file.length - start);
        return spliced;
    }

    /// A file of the same size with some other bytes.
    public byte[] overwrite(byte[] file) {
        byte[] changed = file.clone();
        switch (random.nextInt(4)) {
            case 0 -> flip(changed, random.nextInt(1, 4));
            case 1 -> changed[random.nextInt(from, to)] = (byte) random.nextInt(256);
            case 2 -> fill(changed);
            default -> copyWithin(changed);
        }
        return changed;
    }

    /// The file with one bit flipped.
    byte[] flipOne(byte[] file) {
        byte[] changed = file.clone();
        flip(changed, 1);
        return changed;
    }

    private void flip(byte[] file, int bits) {
        for (int i = 0; i < bits; i++) {
            file[random.nextInt(from, to)] ^= (byte) (1 << random.nextInt(8));
        }
    }

    /// Bytes that make varints long and numbers negative, or zeros.
    private void fill(byte[] file) {
        int at = random.nextInt(from, to);
        int end = Math.min(to, at + random.nextInt(1, 9));
        Arrays.fill(file, at, end, (byte) (random.nextBoolean() ? 0xFF : random.nextBoolean() ? 0x80 : 0));
    }

    private void copyWithin(byte[] file) {
        int count = Math.min(random.nextInt(1, MAX_RUN), to - from);
        int source = random.nextInt(from, to - count + 1);
        int target = random.nextInt(from, to - count + 1);
        System.arraycopy(file, source, file, target, count);
    }
}
