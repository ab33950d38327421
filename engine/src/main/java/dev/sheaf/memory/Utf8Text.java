package dev.sheaf.memory;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Bytes of others read as UTF-8.
public final class Utf8Text {
    private Utf8Text() {}

    /// The text that bytes are; empty if they are no valid UTF-8.
    public static Optional<String> of(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException invalid) {
            return Optional.empty();
        }
    }
}
