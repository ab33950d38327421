package dev.sheaf.memory;

/// The place in which the bytes of a [BufferOwner] lie.
///
/// Only [Host] and [Pinned] bytes can be dereferenced by host code.
public sealed interface Location {

    /// Ordinary memory of this process.
    record Host() implements Location {
        @Override
        public Tier tier() {
            return Tier.HOST;
        }
    }

    /// Page-locked memory of this process that a device can copy from at full link speed.
    record Pinned() implements Location {
        @Override
        public Tier tier() {
            return Tier.PINNED;
        }
    }

    /// Memory of the device with this ordinal.
    record Device(int ordinal) implements Location {
        @Override
        public Tier tier() {
            return Tier.DEVICE;
        }
    }

    /// A region of a spill file.
    record Disk() implements Location {
        @Override
        public Tier tier() {
            return Tier.DISK;
        }
    }

    /// Ordinary memory of this process.
    Location HOST = new Host();

    /// Page-locked memory of this process.
    Location PINNED = new Pinned();

    /// The accounting tier of this place.
    Tier tier();

    /// Whether host code may read and write bytes at this place.
    default boolean isHostAddressable() {
        return switch (this) {
            case Host(), Pinned() -> true;
            case Device _, Disk() -> false;
        };
    }
}
