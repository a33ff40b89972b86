// The text of plans. Line ends mean nothing, but a text after '|' goes to the end of its line.
grammar PlanNotation;

plan : 'plan' STRING 'rule' rule_=STRING 'block' numbers 'thread' numbers settings family coalesced? ownNest? host EOF ;
// 'chunk', 'buffers' and 'step' are what plans of earlier versions say.
settings
    : 'options' ('k-tile' | 'chunk') kTile=INTEGER ('stages' | 'buffers') stages=INTEGER
      (('panel' | 'step') panel=INTEGER | planes='by' 'planes')? ('window' window=INTEGER)? resident='resident'?
    ;


// What the plan is one of.
family : 'family' STRING '{' ('rule' rule_=STRING)? 'roles' words level* divides* shape? '}' ;
level : 'level' STRING '{' pieceShape* '}' ;
pieceShape : 'piece' 'free' numbers exchanged='exchanged'? 'statements' names ;
divides : 'size' divisor=INTEGER 'divides' multiple=INTEGER ;
shape : ('time' | planes='planes') names '{' heldShape* sweep* '}' ;
heldShape : 'array' name 'of' type=word transfer=word neighbours ;
sweep : 'sweep' id=name 'to' target=name reads+=sweepRead* ;
sweepRead : 'from' name numbers ;

// The loops of each axis, the outermost axis first, where several loops are one.
coalesced : 'axes' names (',' names)* ;

// The nest that is planned, in .nest notation, where it is not the one that was written, or the one that the axes make of it.
ownNest : 'nest' '{' NEST* '}' ;

// What the host does.
host : 'host' '{' step* '}' ;
step
    : 'for' apart='apart'? name '=' first=affine '..' last=affine columns? ('windows' condition)? '{' timeTile? step* '}'  # hostLoop
    | 'launch' name follows='follows'? ahead='ahead'? meets='meets'? STRING '{' (timeTile | piece*) '}'    # launch
    | 'as-written' numbers 'sums' names                                                 # asWritten
    ;

// What blocks may keep for all iterations of the loop.
columns : 'columns' size_=INTEGER 'threads' threads_=INTEGER '(' update (',' update)* ')' ;
update : id=name 'at' column=name ('along' along_=name ('partial' partial=STRING)?)? ;

// Blocks that run the same code.
piece
    : 'piece' STRING barriers='barriers'? '{' grid* ('member' member=condition)? ('interior' interior=condition)?
      loop* point* tile* prologue? statement* epilogue? '}'
    ;
// Statements that points run before the loops.
prologue : 'prologue' '{' statement* '}' ;
// Statements that points run after the loops.
epilogue : 'epilogue' '{' statement* '}' ;
grid : 'grid' name '=' first=affine '..' last=affine ;
loop : 'loop' name '=' first=affine '..' last=affine 'from' from=affine ('k-tile' | 'chunk') INTEGER ;
point : 'point' name '=' base=affine 'size' size=INTEGER 'thread' thread=INTEGER lanes='lanes'? ;
tile : 'tile' INTEGER element loaded='loaded'? ('partial' partial=STRING)? ('stored' stored=condition)? ;
statement : 'statement' name coordinates ('where' where=condition)? '{' access* '}' ;
coordinates : 'at' '(' (coordinate (',' coordinate)*)? ')' ;
coordinate : name '=' affine ;
access : number=INTEGER element strategy=word ('tile' tile_=INTEGER)? ;
element : name ('(' affine (',' affine)* ')')? ;

// Blocks that run several iterations of a time loop.
timeTile : 'tile' STRING '{' time dimension* ('interior' interior=condition)? held* timed* '}' ;
time : 'time' name '=' first=affine '..' last=affine ('turn' turn=name)? ('ends' ends=condition)? ;
dimension
    : 'dimension' name '=' base=affine 'size' size=INTEGER 'low' low=INTEGER 'own' own=INTEGER 'thread' thread=INTEGER
      'block' block=name '..' lastBlock=affine whole='whole'?
    ;
held : 'array' name transfer=word ('written' written=condition)? neighbours ;
neighbours : 'neighbours' '(' (numbers (',' numbers)*)? ')' ;
timed : 'statement' name bulk='bulk'? coordinates ('where' where=condition)? '{' offset* '}' ;
offset : number=INTEGER 'at' numbers ;

// Conditions and affine expressions, written as in a nest; '/' rounds down.
condition
    : truth                        # single
    | truth ('.and.' truth)+       # and
    | truth ('.or.' truth)+        # or
    ;
truth
    : '.true.'                                                                    # true
    | '.false.'                                                                   # false
    | left=affine sign=('==' | '/=' | '<' | '<=' | '>' | '>=') right=affine       # compare
    | '.not.' truth                                                               # not
    | 'all' '(' condition ')'                                                     # all
    | 'any' '(' condition ')'                                                     # any
    | '(' condition ')'                                                           # truthParenthesis
    ;
affine : minus='-'? term more* ;
more : sign=('+' | '-') term ;
term
    : INTEGER                          # constant
    | INTEGER '*' factor               # scaled
    | factor '/' INTEGER               # quotient
    | factor                           # plain
    ;
factor
    : name                                                    # variable
    | INTEGER                                                 # number
    | 'mod' '(' affine ',' INTEGER ')'                        # mod
    | 'min' '(' affine (',' affine)* ')'                      # min
    | 'max' '(' affine (',' affine)* ')'                      # max
    | 'merge' '(' affine ',' affine ',' condition ')'         # merge
    | '(' affine ')'                                          # affineParenthesis
    ;

numbers : '(' (signed (',' signed)*)? ')' ;
signed : '-'? INTEGER ;
names : '(' (name (',' name)*)? ')' ;
words : '(' (word (',' word)*)? ')' ;
word : NAME | 'host' | 'own' | 'exchanged' ;

// Other words of this grammar are names only in backquotes.
name
    : NAME | QUOTED | 'along' | 'block' | 'by' | 'chunk' | 'columns' | 'epilogue' | 'family' | 'follows' | 'free' | 'level' | 'nest' | 'options' | 'own' | 'panel' | 'plan'
    | 'planes' | 'point' | 'prologue' | 'resident' | 'size' | 'stages' | 'step' | 'sums' | 'thread' | 'threads' | 'time' | 'turn' | 'whole' | 'window' | 'windows'
    ;

MINUS : '-' ;
INTEGER : [0-9]+ ;
STRING : '"' (~["\\\r\n] | '\\' .)* '"' ;
NAME : [A-Za-z_] [A-Za-z_0-9]* ;
QUOTED : '`' [A-Za-z_] [A-Za-z_0-9]* '`' ;
NEST : '|' ~[\r\n]* ;
SPACE : [ \t\r\n]+ -> skip ;
UNKNOWN : . ;
