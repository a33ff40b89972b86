// The text of kernel programs. Line ends mean nothing, but a text after '#' or '##' goes to the end of its line.
grammar KernelNotation;

program : 'program' STRING TEXT* size* array* counter* function* host EOF ;

// What the program is made of.
size : 'size' variable ;
array : 'array' name ':' type '[' elements=value ']' (scratch='scratch' | inHost='host')? ;
counter : 'counter' name ':' written='written'? type ;
variable : name ':' type ;

// Functions; the text before one says what it does.
function : DOC* head '{' sharedMemory? statement* '}' ;
head
    : 'kernel' name parameters 'threads' threads=INTEGER ('resident' resident=INTEGER ('of' room=INTEGER)?)? (early='early' | together='together')?    # kernel
    | 'inline' name parameters                                                                            # inline
    | 'apart' name parameters                                                                             # apart
    ;
parameters : '(' (parameter (',' parameter)*)? ')' ;
parameter
    : variable                                                            # valueParameter
    | name ':' 'global' written='written'? type exclusive='exclusive'?    # baseParameter
    ;
sharedMemory : 'shared' type_=name ('as' as=name | apart='apart')? hidden='hidden'? '{' sharedArray* '}' ;
sharedArray : name ':' type extent+ TEXT? ;
extent : '[' INTEGER ']' ;

// What a thread does.
body : '{' statement* '}' ;
statement
    : TEXT                                                                                           # comment
    | how=('let' | 'var') variable ('=' value)?                                                      # declare
    | 'let' variable '=' 'barrier' 'or' value                                                        # barrierOr
    | 'register' name ':' type extent* ('align' align=INTEGER)? ('=' '{' (value (',' value)*)? '}')? # declareArray
    | place '=' value                                                                                # assign
    | 'do' value                                                                                     # evaluate
    | 'copy' width=INTEGER way=('async' | 'load_apart' | 'store_apart')? to=place '<-' from=place    # copy
    | 'multiply' shape=name sums=places '+=' left=factors '*' right=factors                          # multiply
    | 'await' ('later' later=INTEGER)?                                                               # awaitCopies
    | 'await' place '>=' value                                                                       # awaitValue
    | 'for' counted range step? unroll? body                                                         # for
    | 'while' value body                                                                             # while
    | if_                                                                                            # if
    | 'scope' body                                                                                   # scope
    | 'call' name arguments                                                                          # call
    | 'return'                                                                                       # return
    | 'break'                                                                                        # break
    | 'barrier'                                                                                      # barrier
    | 'grid' 'barrier'                                                                               # gridBarrier
    | 'hide' name (',' name)*                                                                        # hide
    | 'sum' 'in' 'vectors' name                                                                      # sumInVectors
    | 'parallel' 'for' counted evenly='evenly'? 'in' start=value '..' end=value ('when' when=value)? body             # parallelFor
    ;
places : '(' place (',' place)* ')' ;
factors : '(' value (',' value)* ')' ;
if_ : 'if' value then=body ('else' (next=if_ | otherwise=body))? ;
counted : name (':' type)? ;
range
    : 'in' start=value to=('..' | '..=') end=value    # bounds
    | ('from' start=value)? 'while' condition=value   # condition
    ;
step : 'step' value ;
unroll : 'unroll' (all='all' | INTEGER) ;
arguments : '(' (argument (',' argument)*)? ')' ;
argument
    : value                                            # valueArgument
    | '&' name                                         # baseArgument
    | '&' name '[' base=value ',' first=value ',' elements=value ']'    # windowArgument
    | '&' '(' value '?' then=name ':' otherwise=name ')'    # eitherArgument
    ;

// Where values are.
place
    : 'pair' '(' place ')'                      # pair
    | 'shared' '.' name ('.' access)? index*    # sharedElement
    | name ('.' type)? ('.' access)? index*     # named
    ;
access : 'relaxed' | 'stale' | 'ordered' | 'streaming' ;
index : '[' value ']' ;

// Values; the operators bind as in C.
value
    : number                                                             # literal
    | COORDINATE                                                         # coordinate
    | place                                                              # read
    | type '(' value ')'                                                 # convert
    | 'bits' type '(' value ')'                                          # bits
    | name ('.' type)? '(' value (',' value)* ')'                        # intrinsic
    | 'shuffle' '.' word '(' value ',' which=value (',' 'width' INTEGER)? ')'    # shuffle
    | 'vote' '.' word '(' value ')'                                      # vote
    | 'reduce' '.' word '(' value ')'                                    # reduce
    | 'counted' '(' INTEGER ',' value ')'                               # countedValue
    | 'atomic' '.' word ('.' ordered='ordered')? '(' place ',' value ')'       # atomic
    | '(' value ')'                                                      # parenthesis
    | sign=('-' | '!' | '~') value                                       # unary
    | value sign=('*' | '/' | '%') value                                 # binary
    | value sign=('+' | '-') value                                       # binary
    | value sign=('<<' | '>>') value                                     # binary
    | value sign=('<' | '<=' | '>' | '>=') value                         # binary
    | value sign=('==' | '!=') value                                     # binary
    | value sign='&' value                                               # binary
    | value sign='^' value                                               # binary
    | value sign='|' value                                               # binary
    | value sign='&&' value                                              # binary
    | value sign='||' value                                              # binary
    | <assoc=right> value '?' value ':' value                            # conditional
    ;
number
    : minus='-'? INTEGER           # integer
    | minus='-'? REAL              # real
    | minus='-'? 'infinity' type   # infinity
    ;

// What the host does.
host : 'host' '{' hostStep* '}' ;
hostStep
    : 'for' apart='apart'? counted 'in' first=value '..=' last=value '{' hostStep* '}'    # hostLoop
    | 'while' value '{' hostStep* '}'                                      # hostWhile
    | 'launch' name arguments 'blocks' value 'threads' threads=INTEGER ('shared' shared=INTEGER)?
      ahead='ahead'? meets='meets'? TEXT?                                  # launch
    | 'launch' 'together' name arguments 'threads' threads=INTEGER ('shared' shared=INTEGER)? TEXT?    # launchTogether
    | 'stream' number_=value 'of' streams=INTEGER 'when' condition_=value '{' hostStep* '}'    # inStream
    | 'transfer' (in='in' | 'out') rows ',' rows 'rows' rows_=value 'columns' columns=value    # transfer
    | 'join'                                                               # join
    | 'fill' name '=' value                                                # fill
    | 'read' variable '<-' name '[' value ']'                              # hostRead
    | 'assign' variable '=' value                                          # hostAssign
    ;
rows : name '[' first=value ']' 'pitch' pitch=value ;

type : 'u8' | 'i8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'f16' | 'f32' | 'f64' ;

// Other words of this grammar are names only in backquotes.
name
    : NAME | QUOTED | 'all' | 'array' | 'as' | 'blocks' | 'columns' | 'counter' | 'early' | 'global' | 'hidden' | 'host' | 'join' | 'of'
    | 'out' | 'pitch' | 'program' | 'resident' | 'rows' | 'stream' | 'transfer'
    | 'evenly' | 'size' | 'step' | 'sum' | 'threads' | 'vectors' | 'width' | 'written'
    ;
word : NAME | 'all' | 'or' ;

ASSIGN : '=' ;
INTEGER : DIGIT+ TYPE? ;
REAL : (DIGIT+ ('.' DIGIT*)? | '.' DIGIT+) ([eE] [+-]? DIGIT+)? FLOATING ;
STRING : '"' (~["\\\r\n] | '\\' .)* '"' ;
COORDINATE : '@thread' | '@block' | '@threads' | '@blocks' | '@hidden_zero' ;
NAME : [A-Za-z_] [A-Za-z_0-9]* ;
QUOTED : '`' [A-Za-z_] [A-Za-z_0-9]* '`' ;
DOC : '##' ~[\r\n]* ;
TEXT : '#' ~[\r\n]* ;
SPACE : [ \t\r\n]+ -> skip ;
UNKNOWN : . ;

fragment DIGIT : [0-9] ;
fragment TYPE : 'u8' | 'i8' | 'i16' | 'u16' | 'u32' | 'i64' | 'u64' ;
fragment FLOATING : 'f32' | 'f64' ;
