package dev.sheaf.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.io.parquet.bytes.BigEndian;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.codec.Lz4;
import dev.sheaf.io.parquet.write.HybridEncoder;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The encodings of numbers, against parquet-java's encoders and our own.
@ExtendWith(PoolCheck.class)
class EncodingTest {
    private static final int[] SIZES = {0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000};

    /// Native memory of some bytes, with padding.
    private static Buffer memory(byte[] bytes, MemoryPool pool) {
        Buffer buffer = pool.allocate(bytes.length, "test");
        MemorySegment.copy(bytes, 0, buffer.segment(), ValueLayout.JAVA_BYTE, 0, bytes.length);
        return buffer;
    }

    /// Numbers of some bits, with runs among them.
    private static int[] numbers(SplittableRandom random, int bitWidth) {
        int[] numbers = new int[SIZES[random.nextInt(SIZES.length)]];
        int mask = bitWidth == 32 ? -1 : (1 << bitWidth) - 1;
        for (int i = 0; i < numbers.length; ) {
            int value = random.nextInt() & mask;
            int run = random.nextBoolean() ? 1 : random.nextInt(1, random.nextBoolean() ? 50 : 200);
            int end = Math.min(numbers.length, i + run);
            Arrays.fill(numbers, i, end, value);
            i = end;
        }
        return numbers;
    }

    private static ByteBuffer view(Buffer buffer) {
        return Views.bytes(buffer.segment());
    }

    private static int[] read(LevelDecoder decoder, int count, SplittableRandom random) {
        int[] numbers = new int[count];
        for (int done = 0; done < count; ) {
            int some = random.nextInt(1, count - done + 1);
            int[] part = new int[some];
            decoder.read(part, some);
            System.arraycopy(part, 0, numbers, done, some);
            done += some;
        }
        return numbers;
    }

    @Test
    void hybridNumbersOfParquetJavaAreRead(MemoryPool pool) {
        RandomCases.run(300, random -> {
            int bitWidth = random.nextInt(1, 33);
            int[] numbers = numbers(random, bitWidth);
            byte[] encoded = encode(numbers, bitWidth);
            try (Buffer buffer = memory(encoded, pool)) {
                LevelDecoder decoder = new LevelDecoder(view(buffer), 0, encoded.length, bitWidth);
                assertThat(read(decoder, numbers.length, random)).isEqualTo(numbers);
            }
        });
    }

    private static byte[] encode(int[] numbers, int bitWidth) throws IOException {
        try (RunLengthBitPackingHybridEncoder encoder =
                new RunLengthBitPackingHybridEncoder(bitWidth, 100, 1000, HeapByteBufferAllocator.getInstance())) {
            for (int number : numbers) {
                encoder.writeInt(number);
            }
            return bytes(encoder.toBytes());
        }
    }

    @Test
    void hybridNumbersThatWeWriteAreRead(MemoryPool pool) {
        RandomCases.run(300, random -> {
            int bitWidth = random.nextInt(1, 33);
            int[] numbers = numbers(random, bitWidth);
            try (ByteOutput output = new ByteOutput(pool, "test")) {
                HybridEncoder.write(MemorySegment.ofArray(numbers), 0, numbers.length, bitWidth, output);
                LevelDecoder decoder =
                        new LevelDecoder(Views.bytes(output.segment()), 0, (int) output.size(), bitWidth);
                assertThat(read(decoder, numbers.length, random)).isEqualTo(numbers);
            }
        });
    }

    @Test
    void codesAreReadAndLookedUpWhereverTheyAreSplit(MemoryPool pool) {
        RandomCases.run(600, random -> {
            int bitWidth = random.nextInt(1, 10);
            int[] numbers = numbers(random, bitWidth);
            int entries = 1 + Arrays.stream(numbers).max().orElse(0);
            int[] table = random.ints(Math.max(128, entries)).toArray();
            byte[] encoded = encode(numbers, bitWidth);
            try (Buffer source = memory(encoded, pool);
                    Buffer target = pool.allocate(8L * numbers.length + 8, "test")) {
                CodeDecoder codes = new CodeDecoder(view(source), 0, encoded.length, bitWidth);
                CodeDecoder looked = new CodeDecoder(view(source), 0, encoded.length, bitWidth);
                int second = 4 * numbers.length;
                for (int done = 0; done < numbers.length; ) {
                    int most = random.nextInt(1, numbers.length - done + 1);
                    int run = codes.longRun(most);
                    int some = codes.readCodes(entries, view(target), 4 * done, most);
                    assertThat(some).isBetween(Math.max(run, 1), most);
                    if (looked.hasLanes(entries)) {
                        assertThat(looked.gather(table, entries, view(target), second + 4 * done, most))
                                .isEqualTo(some);
                    }
                    done += some;
                }
                for (int i = 0; i < numbers.length; i++) {
                    assertThat(target.segment().getAtIndex(ValueLayout.JAVA_INT, i))
                            .isEqualTo(numbers[i]);
                    if (looked.hasLanes(entries)) {
                        assertThat(target.segment().getAtIndex(ValueLayout.JAVA_INT, numbers.length + i))
                                .isEqualTo(table[numbers[i]]);
                    }
                }
            }
        });
    }

    private static void readAll(CodeDecoder codes, int entries, ByteBuffer target, int count) {
        for (int done = 0; done < count; ) {
            done += codes.readCodes(entries, target, 4 * done, count - done);
        }
    }

    @Test
    void aCodeOutsideTheDictionaryIsDamageWhereverItStands(MemoryPool pool) {
        RandomCases.run(300, random -> {
            int bitWidth = random.nextInt(2, 10);
            int[] numbers = new int[random.nextInt(1, 200)];
            int entries = random.nextInt(1, 1 << (bitWidth - 1));
            Arrays.setAll(numbers, _ -> random.nextInt(entries));
            numbers[random.nextInt(numbers.length)] = random.nextInt(entries, 1 << bitWidth);
            byte[] encoded = encode(numbers, bitWidth);
            try (Buffer source = memory(encoded, pool);
                    Buffer target = pool.allocate(4L * numbers.length, "test")) {
                CodeDecoder codes = new CodeDecoder(view(source), 0, encoded.length, bitWidth);
                assertThatThrownBy(() -> readAll(codes, entries, view(target), numbers.length))
                        .isInstanceOf(MalformedPageException.class)
                        .hasMessageContaining("dictionary of " + entries + " values");
                CodeDecoder looked = new CodeDecoder(view(source), 0, encoded.length, bitWidth);
                if (looked.hasLanes(entries)) {
                    assertThatThrownBy(() -> looked.gather(new int[128], entries, view(target), 0, numbers.length))
                            .isInstanceOf(MalformedPageException.class);
                }
            }
        });
    }

    @Test
    void bitsAreReadAndCounted(MemoryPool pool) {
        RandomCases.run(300, random -> {
            int[] numbers = numbers(random, 1);
            byte[] encoded = encode(numbers, 1);
            int at = random.nextInt(20);
            try (Buffer source = memory(encoded, pool);
                    Buffer target = pool.allocateZeroed(numbers.length / 8 + 16, "test")) {
                LevelDecoder decoder = new LevelDecoder(view(source), 0, encoded.length, 1);
                int ones = decoder.readBits(view(target), at, numbers.length);
                assertThat(ones).isEqualTo(Arrays.stream(numbers).sum());
                assertThat(Bits.count(view(target), at, numbers.length)).isEqualTo(ones);
                for (int i = 0; i < numbers.length; i++) {
                    assertThat(Bits.get(view(target), at + i)).isEqualTo(numbers[i] == 1);
                }
            }
        });
    }

    @Test
    void zeroBitsAreZeros(MemoryPool pool) {
        try (Buffer buffer = memory(new byte[0], pool)) {
            int[] numbers = {1, 2, 3};
            new LevelDecoder(view(buffer), 0, 0, 0).read(numbers, 3);
            assertThat(numbers).containsOnly(0);
        }
    }

    @Test
    void tooFewNumbersAreDamage(MemoryPool pool) {
        byte[] encoded = {3, 0x55};
        try (Buffer buffer = memory(encoded, pool)) {
            LevelDecoder decoder = new LevelDecoder(view(buffer), 0, encoded.length, 1);
            decoder.read(new int[8], 8);
            assertThatThrownBy(() -> decoder.read(new int[1], 1)).isInstanceOf(MalformedPageException.class);
        }
    }

    @Test
    void deltasOfParquetJavaAreRead(MemoryPool pool) {
        RandomCases.run(300, random -> {
            long[] numbers = longs(random);
            byte[] encoded = encode(numbers);
            byte[] padded = Arrays.copyOf(encoded, encoded.length + random.nextInt(20));
            try (Buffer buffer = memory(padded, pool)) {
                DeltaDecoder decoder = new DeltaDecoder(view(buffer), 0, padded.length);
                assertThat(decoder.total()).isEqualTo(numbers.length);
                assertThat(read(decoder, numbers.length, random)).isEqualTo(numbers);
                assertThat(new DeltaDecoder(view(buffer), 0, padded.length).skipToEnd())
                        .isEqualTo(encoded.length);
                assertThatThrownBy(() -> decoder.next()).isInstanceOf(MalformedPageException.class);
            }
        });
    }

    private static byte[] bytes(BytesInput input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        input.writeAllTo(bytes);
        return bytes.toByteArray();
    }

    private static long[] longs(SplittableRandom random) {
        long[] numbers = new long[SIZES[random.nextInt(SIZES.length)]];
        int bits = random.nextInt(65);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = bits == 0 ? 7 : random.nextLong() >> (64 - bits);
        }
        return numbers;
    }

    private static byte[] encode(long[] numbers) throws IOException {
        var writer = new DeltaBinaryPackingValuesWriterForLong(1000, 1000, HeapByteBufferAllocator.getInstance());
        for (long number : numbers) {
            writer.writeLong(number);
        }
        return bytes(writer.getBytes());
    }

    private static long[] read(DeltaDecoder decoder, int count, SplittableRandom random) {
        long[] numbers = new long[count];
        for (int done = 0; done < count; ) {
            int some = random.nextInt(1, count - done + 1);
            ByteBuffer part = ByteBuffer.allocateDirect(8 * some).order(ByteOrder.nativeOrder());
            decoder.readLongs(part, some);
            for (int i = 0; i < some; i++) {
                numbers[done++] = part.getLong(8 * i);
            }
            if (done < count) {
                numbers[done++] = decoder.next();
            }
        }
        return numbers;
    }

    @Test
    void bigEndianNumbersAreReadOrDoNotFit(MemoryPool pool) {
        RandomCases.run(500, random -> {
            byte[] number = new byte[random.nextInt(1, 20)];
            random.nextBytes(number);
            if (random.nextBoolean()) {
                Arrays.fill(number, 0, random.nextInt(number.length), (byte) (random.nextBoolean() ? 0 : -1));
            }
            BigInteger expected = new BigInteger(number);
            int width = 4 << random.nextInt(3);
            byte[] target = new byte[width];
            ByteBuffer source = view(number);
            if (expected.bitLength() < width * 8) {
                BigEndian.toInteger(source, 0, number.length, view(target), 0, width);
                assertThat(new BigInteger(reversed(target))).isEqualTo(expected);
            } else {
                assertThatThrownBy(() -> BigEndian.toInteger(source, 0, number.length, view(target), 0, width))
                        .isInstanceOf(MalformedPageException.class);
            }
        });
    }

    private static ByteBuffer view(byte[] bytes) {
        return Views.bytes(MemorySegment.ofArray(bytes));
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    @Test
    void utf8IsTakenAndOtherBytesAreNot(MemoryPool pool) {
        List<String> texts =
                List.of("", "ascii only, and long", "é", "日本語", "😀", "\u0000", "\u07FF\u0800\uFFFF", "\uDBFF\uDFFF");
        assertThat(isUtf8(
                        pool,
                        texts.stream()
                                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                                .toArray(byte[][]::new)))
                .isTrue();
        for (int[] bytes : new int[][] {
            {0x80},
            {0xC3},
            {0xC0, 0x80},
            {0xE0, 0x80, 0x80},
            {0xED, 0xA0, 0x80},
            {0xF0, 0x80, 0x80, 0x80},
            {0xF4, 0x90, 0x80, 0x80},
            {0xF5, 0x80, 0x80, 0x80},
            {0xE6, 0x97},
            {0xFF},
            {'a', 0xC3, 'a'}
        }) {
            byte[] text = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                text[i] = (byte) bytes[i];
            }
            assertThat(isUtf8(pool, "twelve bytes".getBytes(StandardCharsets.UTF_8), text))
                    .isFalse();
        }
    }

    @Test
    void aCharacterDoesNotReachFromOneStringIntoTheNext(MemoryPool pool) {
        assertThat(isUtf8(pool, new byte[] {(byte) 0xC3}, new byte[] {(byte) 0xA9}))
                .isFalse();
    }

    private static boolean isUtf8(MemoryPool pool, byte[]... texts) {
        try (TextBuilder builder = new TextBuilder(texts.length, pool)) {
            for (byte[] text : texts) {
                builder.append(view(Arrays.copyOf(text, text.length + 8)), 0, text.length);
            }
            Utf8Check.of(builder);
            return true;
        } catch (MalformedPageException notUtf8) {
            return false;
        }
    }

    @Test
    void lz4BlocksAreReadOrRefused(MemoryPool pool) {
        byte[] block = {(byte) 0x45, 'a', 'b', 'c', 'd', 3, 0, 0x10, 'x'};
        try (Buffer source = memory(block, pool);
                Buffer target = pool.allocate(64, "test")) {
            long size = Lz4.decompress(source.segment(), 0, block.length, target.segment(), 64);
            byte[] text = target.segment().asSlice(0, size).toArray(ValueLayout.JAVA_BYTE);
            assertThat(new String(text, StandardCharsets.UTF_8)).isEqualTo("abcdbcdbcdbcdx");
            assertThatThrownBy(() -> Lz4.decompress(source.segment(), 0, block.length, target.segment(), 13))
                    .isInstanceOf(MalformedPageException.class);
            assertThatThrownBy(() -> Lz4.decompress(source.segment(), 0, 6, target.segment(), 64))
                    .isInstanceOf(MalformedPageException.class);
        }
    }
}
