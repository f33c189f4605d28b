// Package inline bounds loops that have no bound by themselves, by that of the same loop in code that contains the methods it calls: a scanner's
// while (!atEnd()) advance(), or a parser's while (match("+")).
//
// Sound because the code that a call runs, in the place of the call, does what the call does (inline expansion): the same iterations run. The call
// runs one method, of the same class and, unless it is static, of the same object, which is therefore not null; the method has no
// exception handler, which would drop what the caller has on the operand stack, no monitor, and leaves nothing on the stack but its result. Its
// arguments and variables get variables of their own. Only bounds over parameters, fields and enclosing loops are taken over, which mean the
// same in both.
package inline
