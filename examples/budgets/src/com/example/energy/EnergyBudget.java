package com.example.energy;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The energy that one call of a method may cost, checked by energylint. Any package will do: the name is what counts. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Repeatable(EnergyBudgets.class)
public @interface EnergyBudget {
    /** An amount, "5 mJ", or an expression over the method's sizes, "35 uJ + 120 nJ * n". */
    String value();

    /** The budget holds for these arguments only, "n <= 10000". */
    String when() default "";

    /** How sure the analysis must be; the configured confidence if it is not given. */
    double confidence() default 0;
}
