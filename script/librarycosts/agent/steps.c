/*
 * A JVM agent that writes what Trace writes, thousands of times faster, for methods that execute millions of instructions:
 * how often each bytecode instruction of the probed call ran, the arrays that were made, the bytes that were copied, and the
 * calls of the probes' own callbacks. It counts the thread that called Probes.begin, until it calls Probes.end.
 *
 *   gcc -O2 -shared -fPIC -I$JAVA_HOME/include -I$JAVA_HOME/include/linux -o steps.so script/librarycosts/agent/steps.c
 *   java -Xint -agentpath:./steps.so=heavy.txt -cp probes ProbesListed
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jvmtiEnv *ti;
static FILE *out;
static jmethodID begin_method, end_method;
static __thread int traced;

/* count is how often an instruction ran, or an array of a size was made (method 0). */
struct count { jmethodID method; jlocation at; unsigned long n; };
static struct count *table;
static size_t size = 1 << 16, used;
static unsigned long copied;

static struct count *find(jmethodID m, jlocation at) {
    size_t i = ((size_t) m * 31 + (size_t) at * 2654435761u) >> 3;
    for (;; i++) {
        struct count *c = &table[i & (size - 1)];
        if (c->n == 0 || (c->method == m && c->at == at)) return c;
    }
}
static void add(jmethodID m, jlocation at) {
    struct count *c = find(m, at);
    if (c->n++ > 0) return;
    c->method = m; c->at = at;
    if (++used * 2 < size) return;
    struct count *old = table;
    size_t n = size;
    size *= 2; used = 0;
    table = calloc(size, sizeof *table);
    for (size_t i = 0; i < n; i++)
        if (old[i].n > 0) { c = find(old[i].method, old[i].at); *c = old[i]; used++; }
    free(old);
}

/* name returns the name of a class as in a constant pool; the caller frees nothing, it lasts until the next call. */
static const char *name_of(jclass k) {
    static char name[4096];
    char *s;
    (*ti)->GetClassSignature(ti, k, &s, NULL);
    snprintf(name, sizeof name, "%s", s[0] == 'L' ? s + 1 : s);
    size_t n = strlen(name);
    if (s[0] == 'L' && name[n - 1] == ';') name[n - 1] = 0;
    (*ti)->Deallocate(ti, (unsigned char *) s);
    return name;
}

/* width_of returns the bytes of an element of arrays of a class, 0 if it is no array's. */
static jlong width_of(const char *class) {
    static const char types[] = "BZCSIFJD";
    static const int widths[] = {1, 1, 2, 2, 4, 4, 8, 8};
    const char *t = class[0] == '[' ? strchr(types, class[1]) : NULL;
    return class[0] != '[' ? 0 : t ? widths[t - types] : 4;
}

static void write_counts(JNIEnv *env) {
    for (size_t i = 0; i < size; i++) {
        struct count *c = &table[i];
        if (c->n == 0) continue;
        if (c->method == NULL) { fprintf(out, "array\t%ld\t%lu\n", (long) c->at, c->n); continue; }
        jclass k;
        char *method, *desc;
        (*ti)->GetMethodDeclaringClass(ti, c->method, &k);
        (*ti)->GetMethodName(ti, c->method, &method, &desc, NULL);
        const char *class = name_of(k);
        if (strncmp(class, "Probes", 6) != 0)
            fprintf(out, "%s\t%s\t%s\t%ld\t%lu\n", class, method, desc, (long) c->at, c->n);
        else if (strncmp(class, "ProbesCallback", 14) == 0 && c->at == 0 && method[0] != '<') {
            jint n = 0;
            jclass *interfaces;
            jboolean bridge = JNI_FALSE;
            jint flags;
            (*ti)->GetMethodModifiers(ti, c->method, &flags);
            bridge = (flags & 0x40) != 0;
            (*ti)->GetImplementedInterfaces(ti, k, &n, &interfaces);
            if (n > 0 && !bridge) fprintf(out, "callback\t%s\t%s%s\t%lu\n", name_of(interfaces[0]), method, desc, c->n);
        }
        (*ti)->Deallocate(ti, (unsigned char *) method);
        (*ti)->Deallocate(ti, (unsigned char *) desc);
        (*env)->DeleteLocalRef(env, k);
    }
    if (copied > 0) fprintf(out, "copy\t%lu\n", copied);
    fflush(out);
}

static void JNICALL step(jvmtiEnv *e, JNIEnv *env, jthread thread, jmethodID m, jlocation at) {
    add(m, at);
}

static void JNICALL reached(jvmtiEnv *e, JNIEnv *env, jthread thread, jmethodID m, jlocation at) {
    traced = m == begin_method;
    (*ti)->SetEventNotificationMode(ti, traced ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, thread);
    if (!traced) {
        write_counts(env);
        return;
    }
    jobject s;
    if ((*ti)->GetLocalObject(ti, thread, 0, 0, &s) != JVMTI_ERROR_NONE) return;
    const char *title = (*env)->GetStringUTFChars(env, s, NULL);
    fprintf(out, "# %s\n", title);
    (*env)->ReleaseStringUTFChars(env, s, title);
    memset(table, 0, size * sizeof *table);
    used = 0; copied = 0;
}

static void JNICALL allocated(jvmtiEnv *e, JNIEnv *env, jthread thread, jobject o, jclass k, jlong bytes) {
    if (!traced) return;
    char *s;
    (*ti)->GetClassSignature(ti, k, &s, NULL);
    if (s[0] == '[') add(NULL, width_of(s) * (*env)->GetArrayLength(env, o));
    (*ti)->Deallocate(ti, (unsigned char *) s);
}

static jlong bytes_of(JNIEnv *env, jobject array, jlong n) {
    jclass k = (*env)->GetObjectClass(env, array);
    char *s;
    (*ti)->GetClassSignature(ti, k, &s, NULL);
    jlong b = n * width_of(s);
    (*ti)->Deallocate(ti, (unsigned char *) s);
    (*env)->DeleteLocalRef(env, k);
    return b;
}

static void (JNICALL *arraycopy)(JNIEnv *, jclass, jobject, jint, jobject, jint, jint);
static jobject (JNICALL *cloned)(JNIEnv *, jobject);
static void JNICALL count_arraycopy(JNIEnv *env, jclass k, jobject from, jint i, jobject to, jint j, jint n) {
    if (traced && to != NULL && n > 0) copied += bytes_of(env, to, n);
    arraycopy(env, k, from, i, to, j, n);
}
static jobject JNICALL count_clone(JNIEnv *env, jobject o) {
    if (traced) {
        jclass k = (*env)->GetObjectClass(env, o);
        char *s;
        (*ti)->GetClassSignature(ti, k, &s, NULL);
        if (s[0] == '[') copied += bytes_of(env, o, (*env)->GetArrayLength(env, o));
        (*ti)->Deallocate(ti, (unsigned char *) s);
        (*env)->DeleteLocalRef(env, k);
    }
    return cloned(env, o);
}
/* The natives of the platform are replaced: they are bound before an agent sees it. */
static void count_copies(JNIEnv *env) {
    void *vm = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
    arraycopy = vm == NULL ? NULL : dlsym(vm, "JVM_ArrayCopy");
    cloned = vm == NULL ? NULL : dlsym(vm, "JVM_Clone");
    JNINativeMethod copy = {"arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", count_arraycopy};
    JNINativeMethod clone = {"clone", "()Ljava/lang/Object;", count_clone};
    if (arraycopy == NULL || cloned == NULL ||
        (*env)->RegisterNatives(env, (*env)->FindClass(env, "java/lang/System"), &copy, 1) != JNI_OK ||
        (*env)->RegisterNatives(env, (*env)->FindClass(env, "java/lang/Object"), &clone, 1) != JNI_OK) {
        fprintf(stderr, "steps: copied bytes cannot be counted\n");
        exit(1);
    }
}

static void JNICALL prepared(jvmtiEnv *e, JNIEnv *env, jthread thread, jclass k) {
    if (strcmp(name_of(k), "Probes") != 0) return;
    begin_method = (*env)->GetStaticMethodID(env, k, "begin", "(Ljava/lang/String;)V");
    end_method = (*env)->GetStaticMethodID(env, k, "end", "()V");
    count_copies(env);
    (*ti)->SetBreakpoint(ti, begin_method, 0);
    (*ti)->SetBreakpoint(ti, end_method, 0);
    (*ti)->SetHeapSamplingInterval(ti, 0);
    (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
    (void) reserved;
    if ((*vm)->GetEnv(vm, (void **) &ti, JVMTI_VERSION_11) != JNI_OK || (out = fopen(options, "w")) == NULL) return JNI_ERR;
    table = calloc(size, sizeof *table);
    jvmtiCapabilities c = {0};
    c.can_generate_single_step_events = c.can_access_local_variables = c.can_generate_sampled_object_alloc_events = 1;
    c.can_generate_breakpoint_events = 1; /* with these, the interpreter joins no two instructions */
    jvmtiEventCallbacks on = {0};
    on.SingleStep = step; on.Breakpoint = reached; on.SampledObjectAlloc = allocated; on.ClassPrepare = prepared;
    if ((*ti)->AddCapabilities(ti, &c) != JVMTI_ERROR_NONE || (*ti)->SetEventCallbacks(ti, &on, sizeof on) != JVMTI_ERROR_NONE) return JNI_ERR;
    (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
    (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_BREAKPOINT, NULL);
    return JNI_OK;
}
