// Package similar compares programs that do the same job, as Jindal and Hu compare apps (Differential energy profiling, 2018,
// sections 3 to 5): tasks of calling context trees are matched, and ranked by what could be saved.
package similar
