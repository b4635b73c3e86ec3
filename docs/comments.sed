# How comments of the headers look in the reference (INPUT_FILTER of docs/Doxyfile); lines stay lines, so that places in warnings are true.
# "/// Guarantee   Each operation ...": a paragraph with its head in bold.
s@^( *///) (Not claimed|Asked about|Always ends|Determinism|[A-Z][a-z]+ {2,})(.*)@\1 <br><b>\2</b> \3@
# "///   pose(t)     X_WB at t": an entry of a list of operations.
s@^( *///) {3}([a-z]([^ ]| [^ ])*) {2,}(.*)@\1 <br><code>\2</code> \4@
# "int a, b;  ///< of both": Doxygen would take the comment for the last one's.
s@^( *)((const )?[A-Za-z_][A-Za-z0-9_:]*(<[^;=]*>)?) ([a-z_0-9]+(\{\}| = [^,;]*)?), ([a-z_0-9]+(\{\}| = [^,;]*)?); *///< (.*)@\1\2 \5; /**< \9 */ \2 \7; /**< \9 */@
