<#-- What both drivers share: data, comparison, command line. -->
<#macro sizes><#list parameters as p>${p.name}<#sep>, </#list></#macro>
<#macro andSizes><#list parameters as p>, ${p.name}</#list></#macro>
<#macro intSizes><#list parameters as p>int ${p.name}<#sep>, <#else>void</#list></#macro>
<#macro andIntSizes><#list parameters as p>, int ${p.name}</#list></#macro>
<#macro support>
/** Number ${"`element`"} of call ${"`call`"} of rnd() for an array: SplitMix64 of place and call, uniform in (0,1). */
static uint64_t mix(uint64_t z)
{
z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
return z ^ (z >> 31);
}

static double uniform(int array, int call, uint64_t element)
{
const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15);
const uint64_t key = mix(SEED + golden * (1 + UINT64_C(256) * array + call));
return ((double)(mix(key + golden * (1 + element)) >> 41) + 0.5) * 0x1p-23;
}

static void *allocate(size_t bytes)
{
void *memory = aligned_alloc(256, (bytes / 256 + 1) * 256);
if (memory == NULL) {
fprintf(stderr, "no memory for %zu bytes; choose smaller sizes\n", bytes);
exit(2);
}
return memory;
}

static int by_value(const void *x, const void *y)
{
const double difference = *(const double *)x - *(const double *)y;
return difference < 0 ? -1 : difference > 0;
}

/** What a small difference became, in units of what rounding is: the part of elements that stands for all. */
static double amplified(double *all, size_t count)
{
qsort(all, count, sizeof all[0], by_value);
return count == 0 ? 1 : fmax(1, all[(size_t)(${allowed.quantile} * (double)count)]);
}
<#list arrays as a>

static void fill_${a.name}(${a.type} *${a.name}<@andIntSizes/>)
{
<#if a.pitched>
const int ${a.pitchName} = ${a.pitch};
</#if>
uint64_t element = 0;
<#list a.loops as l>
for (int ${l.variable} = ${l.first}; ${l.variable} <= ${l.last}; ++${l.variable}) {
</#list>
${a.element} = ${a.value};
++element;
<#list a.loops as l>
}
</#list>
}

<#if a.floating>
/** Changes every element by ${a.changed} in its last place, up or down; each time otherwise. */
static void perturb_${a.name}(${a.type} *values, int time<@andIntSizes/>)
{
const size_t all = ${prefix}_${a.name}_bytes(<@sizes/>) / sizeof values[0];
for (size_t e = 0; e < all; ++e) {
const uint64_t random = mix(e + 1 + ((uint64_t)time << 40));
const double change = ${a.change} * (1 + ${a.spread} * ((double)(random >> 11) * 0x1p-53 - 0.5));
values[e] = (${a.type})((double)values[e] * ((random & 1) != 0 ? 1 + change : 1 - change));
}
}

</#if>
<#if a.floating>
/** Mean magnitude of the elements; NaN or infinity where some are. */
static double magnitude_${a.name}(const ${a.type} *values<@andIntSizes/>)
{
<@shape a/>
double magnitude = 0;
for (size_t r = 0; r < rows; ++r) {
for (size_t c = 0; c < columns; ++c) {
magnitude += fabs((double)values[r * pitch + c]) / ((double)rows * columns);
}
}
return magnitude;
}

/** What the nest as written makes of small differences of its data: the second result is one of changed data. */
static double growth_${a.name}(const ${a.type} *expected, const ${a.type} *again<@andIntSizes/>)
{
<@shape a/>
const double magnitude = magnitude_${a.name}(expected<@andSizes/>);
const size_t stride = rows * columns / ${allowed.sample?c} + 1;
double *growth = (double *)allocate((rows * columns / stride + 1) * sizeof(double));
size_t sampled = 0;
for (size_t e = 0; e < rows * columns; e += stride) {
const size_t at = e / columns * pitch + e % columns;
const double x = (double)expected[at];
const double y = (double)again[at];
growth[sampled++] = x == y ? 0 : fabs(x - y) / (${a.change} * fmax(fabs(x), magnitude));
}
const double factor = amplified(growth, sampled);
free(growth);
return factor;
}

/** Keeps of every element what differs most: an element may differ little by chance. */
static void widen_${a.name}(const ${a.type} *expected, ${a.type} *again, const ${a.type} *other<@andIntSizes/>)
{
const size_t all = ${prefix}_${a.name}_bytes(<@sizes/>) / sizeof again[0];
for (size_t e = 0; e < all; ++e) {
const double x = (double)expected[e];
if (!(fabs((double)other[e] - x) <= fabs((double)again[e] - x))) {
again[e] = other[e];
}
}
}

/**
 * Largest difference between two results, as a multiple of what is allowed: of what rounding explains, times what the
 * nest as written makes of small differences of its data.
 */
static double compare_${a.name}(const ${a.type} *expected, const ${a.type} *again, const ${a.type} *actual<@andIntSizes/>)
{
<@shape a/>
const double magnitude = magnitude_${a.name}(expected<@andSizes/>);
const double relative = ${allowed.roundings} * ${a.epsilon} * (1 + sqrt(${a.regrouped?then(length, 0)?c}.0) + ${a.regrouped?then(length, 0)?c}.0 / ${allowed.alike});
const double factor = growth_${a.name}(expected, again<@andSizes/>);
double worst = 0;
for (size_t r = 0; r < rows; ++r) {
for (size_t c = 0; c < columns; ++c) {
const double x = (double)expected[r * pitch + c];
const double y = (double)actual[r * pitch + c];
const double scale = fmax(fabs(x), magnitude);
const double own = fabs((double)again[r * pitch + c] - x) / (${a.change} * scale);
const double excess = x == y ? 0 : fabs(x - y) / (relative * fmax(factor, ${allowed.ownGrowth} * own) * scale);
if (!(excess <= worst)) {
worst = excess == excess ? excess : INFINITY;
}
}
}
return worst;
}
<#else>
/** 0 where two results are equal, else infinity. */
static double compare_${a.name}(const ${a.type} *expected, const ${a.type} *actual<@andIntSizes/>)
{
<@shape a/>
for (size_t r = 0; r < rows; ++r) {
for (size_t c = 0; c < columns; ++c) {
if (expected[r * pitch + c] != actual[r * pitch + c]) {
return INFINITY;
}
}
}
return 0;
}
</#if>
</#list>
</#macro>
<#-- Rows of an array as it lies in memory. -->
<#macro shape a>
const size_t rows = <#list a.extents as e>${prefix}_extent(${e}) * </#list>1;
const size_t columns = ${prefix}_extent(${a.columns});
const size_t pitch = ${prefix}_extent(${a.pitch});
</#macro>
<#-- The nest as written on the data, in expected_A, and on data that differ a little, in again_A. -->
<#macro expected>
sequential(<#list arrays as a>expected_${a.name}<#sep>, </#list><@andSizes/>);
<#list arrays as a>
<#if a.floating>
if (!(magnitude_${a.name}(expected_${a.name}<@andSizes/>) <= DBL_MAX)) {
printf("check <#list parameters as p>${p.name}=%d </#list>: nothing to compare, ${a.name} is not finite after the nest as written; change fill_${a.name}() and others here, or 'init' lines of the nest\n"<@andSizes/>);
return 0;
}
</#if>
</#list>
<#if arrays?filter(a -> a.floating)?has_content>
double growth = 1;
for (int time = 0; time < ${allowed.runs} && (time == 0 || growth > ${allowed.ownGrowth}); ++time) {
<#list arrays as a>
${a.type} *changed_${a.name} = (${a.type} *)allocate(${a.name}_size);
fill_${a.name}(changed_${a.name}<@andSizes/>);
<#if a.floating>
perturb_${a.name}(changed_${a.name}, time<@andSizes/>);
</#if>
</#list>
sequential(<#list arrays as a>changed_${a.name}<#sep>, </#list><@andSizes/>);
<#list arrays as a>
<#if a.floating>
if (time == 0) {
memcpy(again_${a.name}, changed_${a.name}, ${a.name}_size);
growth = fmax(growth, growth_${a.name}(expected_${a.name}, again_${a.name}<@andSizes/>));
} else {
widen_${a.name}(expected_${a.name}, again_${a.name}, changed_${a.name}<@andSizes/>);
}
</#if>
free(changed_${a.name});
</#list>
}
</#if>
</#macro>
<#macro compared a>
worst = fmax(worst, compare_${a.name}(expected_${a.name}, <#if a.floating>again_${a.name}, </#if>actual_${a.name}<@andSizes/>));
free(expected_${a.name});
<#if a.floating>
free(again_${a.name});
</#if>
free(actual_${a.name});
</#macro>
<#macro main>
<#if parameters?has_content>
static int less(int x, int y)
{
return x < y ? x : y;
}

static int given(const char *name, const char *text)
{
char *end;
const long value = strtol(text, &end, 10);
if (end == text || *end != 0 || value != (int)value) {
fprintf(stderr, "'%s' is no value for %s: an integer of 32 bits is wanted\n", text, name);
exit(2);
}
return (int)value;
}

</#if>
int main(int argc, char **argv)
{
const char *const self = argv[0];
int however_long = 0;
int unchecked = 0;
while (argc > 1 && strncmp(argv[1], "--", 2) == 0) {
if (strcmp(argv[1], "--long") == 0) {
however_long = 1;
} else if (strcmp(argv[1], "--no-check") == 0) {
unchecked = 1;
} else {
break;
}
--argc;
++argv;
}
if (argc != 1 && argc != ${parameters?size + 1}) {
fprintf(stderr, "usage: %s [--long] [--no-check]<#list parameters as p> [${p.name}</#list><#list parameters as p>]</#list>\n", self);
return 2;
}
<#list parameters as p>
const int ${p.name} = argc > 1 ? given("${p.name}", argv[${p?counter}]) : ${p.default?c};
<#if p.size>
if (${p.name} < 0) {
fprintf(stderr, "${p.name} must be 0 or more\n");
return 2;
}
</#if>
</#list>
const double operations = ${work.operations}<#list parameters as p> * pow(${p.name} / ${work.size}, ${work.degrees[p?index]})</#list>;
const double minutes = operations / ${work.rate} / 60;
if (minutes > ${work.mostMinutes} && !however_long) {
fprintf(stderr, "about %.2g operations, at ${work.rate} a second %.2g hours a run; give smaller sizes, or --long before them\n", operations, minutes / 60);
return 2;
}
if (minutes > 1) {
fprintf(stderr, "about %.2g operations: at ${work.rate} a second a run takes %.2g minutes, and there are several\n", operations, minutes);
}
printf("%s\n", "${name}, ${candidate}");
<#if parameters?has_content>
// The nest as written takes long at larger sizes, and is checked at smaller ones.
const int ok = unchecked || check(<#list parameters as p>less(${p.name}, ${p.checked?c})<#sep>, </#list>);
<#else>
const int ok = unchecked || check();
</#if>
measure(<@sizes/>);
return ok ? 0 : 1;
}
</#macro>
<#macro report>
printf("check <#list parameters as p>${p.name}=%d </#list>: %s (largest difference is %.2g of what rounding allows)\n"<@andSizes/>, worst <= 1 ? "equal" : "DIFFERENT", worst);
</#macro>
<#macro times>
qsort(seconds, RUNS, sizeof seconds[0], by_value);
printf("time  <#list parameters as p>${p.name}=%d </#list>: median %.6g s, least %.6g s, greatest %.6g s of %d runs\n"<@andSizes/>, seconds[RUNS / 2], seconds[0], seconds[RUNS - 1], RUNS);
</#macro>
