package com.example.energy;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Silences energylint's rules for one method or class; a suppression without effect is reported. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface SuppressEnergyWarnings {
    /** Rule ids, "EL2001". */
    String[] value();

    /** Why the code stays as it is. */
    String reason();
}
