/*
 * ${name}: ${what}, by OpenMP threads.
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef ${type} tw_value;
<#list extremes as e>
static inline ${e.type} ${e.name}(${e.type} x, ${e.type} y) { return x ${e.relation} y ? x : y; }
</#list>

/* Nanoseconds, steps, arcs that were looked at, and 1 where memory was missing. */
long long ${results}[4];

/* What an arc makes of a value. */
static inline ${wide} tw_made(const ${wide} ${from}<#list inputs as i>, const ${i.type} ${i.name}</#list>) { return ${made}; }

static inline int tw_better(const ${wide} x, const ${wide} y) { return x ${better} y; }

static long long tw_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Numbers that a thread gathers. */
typedef struct { int *at; size_t count, room; } tw_list;

static int tw_add(tw_list *list, const int number)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 1024;
        int *more = realloc(list->at, room * sizeof *more);
        if (!more) return 0;
        list->at = more;
        list->room = room;
    }
    list->at[list->count++] = number;
    return 1;
}

<#if kind == "levels">
typedef uint64_t tw_word;

/*
 * Level by level (T3): the arcs of the last level are pushed from a queue while few leave it; then every vertex that is not reached looks for one that is,
 * until levels are small again.
 */
void ${function}(const int *restrict first, const int *restrict heads, const int *starts, tw_value *restrict values,
    const int n, const int start_count, const int start_value, const int push_arcs, const int back)
{
    const tw_value none = ${neutral};
    const long words = ((long)n + 63) / 64;
    tw_word *reached = malloc((words + 1) * sizeof *reached);
    tw_word *then = malloc((words + 1) * sizeof *then);
    int *queue = malloc(((size_t)n + 1) * sizeof *queue);
    int *fill = malloc(((size_t)n + 1) * sizeof *fill);
    long long steps = 0, looked = 0, begun = 0;
    long count = 0, arcs = 0;
    int missing = !reached || !then || !queue || !fill, pulls = 0;
    ${wide} level = (tw_value)start_value;
    if (!missing) begun = tw_now();
    if (!missing) {
        #pragma omp parallel
        {
            #pragma omp for schedule(static) nowait
            for (long v = 0; v < n; v++) values[v] = none;
            #pragma omp for schedule(static)
            for (long w = 0; w < words; w++) reached[w] = 0;
        }
        for (int s = 0; s < start_count; s++) {
            const int v = starts[s];
            if (reached[v >> 6] >> (v & 63) & 1) continue;
            reached[v >> 6] |= (tw_word)1 << (v & 63);
            values[v] = (tw_value)level;
            queue[count++] = v;
            arcs += first[v + 1] - first[v];
        }
    }
    while (!missing && (count > 0 || pulls)) {
        const ${wide} next = tw_made(level);
        if (!tw_better(next, none)) break;
        steps++;
<#if pull>
        if (!pulls && arcs > push_arcs) pulls = 1;
        if (pulls) {
            /* Every vertex that is not reached looks for one that is. */
            long found = 0, leaving = 0, seen = 0;
            #pragma omp parallel for schedule(dynamic, 256) reduction(+ : found, leaving, seen)
            for (long w = 0; w < words; w++) {
                const tw_word old = reached[w];
                tw_word open = ~old, fresh = 0;
                if (w == words - 1 && (n & 63)) open &= ((tw_word)1 << (n & 63)) - 1;
                while (open) {
                    const int bit = __builtin_ctzll(open);
                    const long v = 64 * w + bit;
                    open &= open - 1;
                    for (int a = first[v]; a < first[v + 1]; a++) {
                        const int head = heads[a];
                        seen++;
                        if (reached[head >> 6] >> (head & 63) & 1) {
                            fresh |= (tw_word)1 << bit;
                            values[v] = (tw_value)next;
                            leaving += first[v + 1] - first[v];
                            break;
                        }
                    }
                }
                then[w] = old | fresh;
                found += __builtin_popcountll(fresh);
            }
            looked += seen;
            count = found;
            arcs = leaving;
            if (count < n / back) {
                /* Few are left: a queue of those that the step reached. */
                pulls = 0;
                long put = 0;
                #pragma omp parallel for schedule(static)
                for (long w = 0; w < words; w++) {
                    tw_word fresh = then[w] & ~reached[w];
                    if (fresh) {
                        long at = __atomic_fetch_add(&put, __builtin_popcountll(fresh), __ATOMIC_RELAXED);
                        for (; fresh; fresh &= fresh - 1) queue[at++] = (int)(64 * w + __builtin_ctzll(fresh));
                    }
                }
            }
            tw_word *other = reached;
            reached = then;
            then = other;
            level = next;
            continue;
        }
</#if>
        long room = 0, leaving = 0, seen = 0;
        #pragma omp parallel reduction(+ : leaving, seen)
        {
            int own[512], gathered = 0;
            #pragma omp for schedule(dynamic, 64) nowait
            for (long q = 0; q < count; q++) {
                const int v = queue[q];
                for (int a = first[v]; a < first[v + 1]; a++) {
                    const int head = heads[a];
                    const tw_word bit = (tw_word)1 << (head & 63);
                    seen++;
                    if (__atomic_load_n(&reached[head >> 6], __ATOMIC_RELAXED) & bit) continue;
                    if (__atomic_fetch_or(&reached[head >> 6], bit, __ATOMIC_RELAXED) & bit) continue;
                    values[head] = (tw_value)next;
                    leaving += first[head + 1] - first[head];
                    own[gathered++] = head;
                    if (gathered == 512) {
                        memcpy(fill + __atomic_fetch_add(&room, 512, __ATOMIC_RELAXED), own, sizeof own);
                        gathered = 0;
                    }
                }
            }
            if (gathered) memcpy(fill + __atomic_fetch_add(&room, gathered, __ATOMIC_RELAXED), own, gathered * sizeof *own);
        }
        int *last = queue;
        queue = fill;
        fill = last;
        looked += seen;
        count = room;
        arcs = leaving;
        level = next;
    }
    ${results}[0] = tw_now() - begun;
    ${results}[1] = steps;
    ${results}[2] = looked;
    ${results}[3] = missing;
    free(reached);
    free(then);
    free(queue);
    free(fill);
}
<#else>
static inline tw_value tw_value_of(const int bits) { tw_value value; memcpy(&value, &bits, sizeof value); return value; }
static inline int tw_bits_of(const tw_value value) { int bits; memcpy(&bits, &value, sizeof bits); return bits; }

/*
 * In windows of values (T5), each until nothing in it changes: a vertex that improves waits in the list of its window, and its arcs are looked at when that window's
 * turn comes (Meyer and Sanders, Delta-stepping, Journal of Algorithms 49, 2003). Arcs out of what did not change are silent (T4); order within a window is free (T1).
 */
void ${function}(const int *restrict first, const int *restrict heads, const int *restrict weights, const int *starts,
    const int *start_values, int *restrict values, const int n, const int start_count, const int width_bits)
{
    const int none = tw_bits_of(${neutral});
    const tw_value width = tw_value_of(width_bits);
    const int threads = omp_get_max_threads();
    size_t room = (size_t)n + start_count + 1;
    int *queue = malloc(room * sizeof *queue);
    long long steps = 0, looked = 0;
    long count = 0, window = 0, least = 0;
    int missing = !queue;
    const long long begun = tw_now();
    if (!missing) {
        #pragma omp parallel for schedule(static)
        for (long v = 0; v < n; v++) values[v] = none;
        for (int s = 0; s < start_count; s++) {
            values[starts[s]] = start_values[s];
            queue[count++] = starts[s];
        }
        #pragma omp parallel num_threads(threads) reduction(+ : looked)
        {
            tw_list *own = NULL;
            long lists = 0;
            int *some = malloc(1024 * sizeof *some);
            int failed = !some;
            #define TW_RELAX(vertex) do { \
                const int tail = (vertex); \
                const tw_value value = tw_value_of(__atomic_load_n(&values[tail], __ATOMIC_RELAXED)); \
                if (TW_WINDOW(value) < window) break; \
                for (int a = first[tail]; a < first[tail + 1]; a++) { \
                    const tw_value made = tw_made(value<#if inputs?has_content>, TW_INPUT(weights[a])</#if>); \
                    int old = __atomic_load_n(&values[heads[a]], __ATOMIC_RELAXED); \
                    while (tw_better(made, tw_value_of(old))) { \
                        if (!__atomic_compare_exchange_n(&values[heads[a]], &old, tw_bits_of(made), 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue; \
                        const long its = TW_WINDOW(made); \
                        if (its >= lists) { \
                            const long more = its + 1 + its / 2; \
                            tw_list *longer = realloc(own, more * sizeof *own); \
                            if (!longer) { failed = 1; break; } \
                            memset(longer + lists, 0, (more - lists) * sizeof *own); \
                            own = longer; \
                            lists = more; \
                        } \
                        if (!tw_add(&own[its], heads[a])) failed = 1; \
                        break; \
                    } \
                } \
                looked += first[tail + 1] - first[tail]; \
            } while (0)
<#if inputs?has_content>
            #define TW_INPUT(bits) (((union { int from; ${inputs[0].type} to; }){bits}).to)
</#if>
<#if window>
            #define TW_WINDOW(value) (width > 0 ? (long)((value) / width) : 0)
<#else>
            #define TW_WINDOW(value) ((void)(value), 0L)
</#if>
            while (count > 0 && !missing) {
                #pragma omp for schedule(dynamic, 64) nowait
                for (long q = 0; q < count; q++) TW_RELAX(queue[q]);
                /* A short list of the same window is not worth a round with all threads. */
                while (!failed && window < lists && own[window].count > 0 && own[window].count < 1024) {
                    const size_t few = own[window].count;
                    memcpy(some, own[window].at, few * sizeof *some);
                    own[window].count = 0;
                    for (size_t q = 0; q < few; q++) TW_RELAX(some[q]);
                }
                #pragma omp barrier
                #pragma omp single
                {
                    least = INT64_MAX;
                    count = 0;
                    steps++;
                }
                long mine = window;
                while (mine < lists && own[mine].count == 0) mine++;
                #pragma omp critical
                {
                    if (mine < lists && mine < least) least = mine;
                    missing |= failed;
                }
                #pragma omp barrier
                const size_t put = least < lists ? own[least].count : 0;
                size_t at = 0;
                if (put) at = (size_t)__atomic_fetch_add(&count, (long)put, __ATOMIC_RELAXED);
                #pragma omp barrier
                #pragma omp single
                {
                    window = least == INT64_MAX ? window : least;
                    if ((size_t)count > room) {
                        room = 2 * (size_t)count;
                        free(queue);
                        queue = malloc(room * sizeof *queue);
                        if (!queue) missing = 1;
                    }
                }
                if (put && !missing) memcpy(queue + at, own[window].at, put * sizeof *queue);
                if (put) own[window].count = 0;
                #pragma omp barrier
            }
            for (long l = 0; l < lists; l++) free(own[l].at);
            free(own);
            free(some);
        }
    }
    ${results}[0] = tw_now() - begun;
    ${results}[1] = steps;
    ${results}[2] = looked;
    ${results}[3] = missing;
    free(queue);
}
</#if>
