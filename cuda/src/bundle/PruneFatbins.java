import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/// Overwrites with zeros what a shared library holds of machine code for other GPUs than those of one architecture, so
/// that the library packs to a fraction of its size: `java PruneFatbins.java libcudf.so 90`.
///
/// The section `.nv_fatbin` is a list of containers, each a list of entries: a header with kind and architecture, then
/// code. Headers stay, so that nothing moves and the driver finds the entries that are left.
final class PruneFatbins {
    private static final int CONTAINER = 0xBA55ED50;
    private static final int MACHINE_CODE = 2;

    // ELF64: where the file header and the section headers have what is read.
    private static final int SECTIONS = 0x28;
    private static final int SECTION_BYTES = 0x3a;
    private static final int SECTION_COUNT = 0x3c;
    private static final int NAMES = 0x3e;
    private static final int OFFSET = 0x18;
    private static final int SIZE = 0x20;

    private final ByteBuffer file;
    private final int architecture;

    private PruneFatbins(ByteBuffer file, int architecture) {
        this.file = file;
        this.architecture = architecture;
    }

    public static void main(String[] arguments) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(arguments[0], "rw")) {
            MappedByteBuffer all = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, file.length());
            all.order(ByteOrder.LITTLE_ENDIAN);
            new PruneFatbins(all, Integer.parseInt(arguments[1])).prune();
            all.force();
        }
    }

    private void prune() {
        int section = section(".nv_fatbin");
        int at = (int) file.getLong(section + OFFSET);
        int end = at + (int) file.getLong(section + SIZE);
        while (at < end) {
            at = file.getInt(at) == CONTAINER ? container(at) : at + Long.BYTES;
        }
    }

    /// The place behind a container.
    private int container(int at) {
        int entry = at + file.getShort(at + 6);
        int end = entry + (int) file.getLong(at + 8);
        while (entry < end) {
            int code = entry + file.getInt(entry + 4);
            int next = code + (int) file.getLong(entry + 8);
            if (file.getShort(entry) != MACHINE_CODE || file.getInt(entry + 0x1c) != architecture) {
                file.put(code, new byte[next - code]);
            }
            entry = next;
        }
        return end;
    }

    private int section(String name) {
        int names = (int) file.getLong(header(file.getShort(NAMES)) + OFFSET);
        for (int i = 0; i < file.getShort(SECTION_COUNT); i++) {
            byte[] found = new byte[name.length()];
            file.get(names + file.getInt(header(i)), found);
            if (name.equals(new String(found, StandardCharsets.US_ASCII))) {
                return header(i);
            }
        }
        throw new IllegalArgumentException("the library has no section " + name);
    }

    private int header(int section) {
        return (int) file.getLong(SECTIONS) + section * file.getShort(SECTION_BYTES);
    }
}
