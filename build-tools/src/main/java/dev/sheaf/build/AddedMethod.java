package dev.sheaf.build;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.Optional;

/// A private method that does what a place had the virtual machine make a class for. It takes and returns the
/// same.
sealed interface AddedMethod permits TypeSwitch, RecordMethod {
    int FLAGS = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

    /// What the names of such methods begin with.
    String PREFIX = "desugared$";

    /// The method for a place in a class, if there is one for its kind.
    static Optional<AddedMethod> of(InvokeDynamicInstruction site, ClassModel type) {
        if (TypeSwitch.fits(site)) {
            return Optional.of(new TypeSwitch(site));
        }
        return RecordMethod.fits(site) ? Optional.of(RecordMethod.of(site, type)) : Optional.empty();
    }

    InvokeDynamicInstruction site();

    /// Its instructions.
    void write(CodeBuilder code);

    default void define(ClassBuilder type, String name) {
        type.withMethodBody(name, site().typeSymbol(), FLAGS, this::write);
    }
}
