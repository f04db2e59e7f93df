/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Names of functions that C or Python takes. */
#include "exchange/feedforward.h"

#include "core/build.h"

#include <string.h>

enum { NAME_MOST = 40 };

/* Words between spaces. */
static const char c_words[] =
    " alignas alignof auto bool break case char const constexpr continue default do double else "
    "enum "
    "extern false float for goto if inline int long nullptr register restrict return short signed "
    "sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual "
    "union "
    "unsigned void volatile while main asm ";
/* Python's keywords, and those of other places (soft ones are names). */
static const char python_words[] =
    " False None True and as assert async await break class continue def del elif else except "
    "finally for from global if import in is lambda nonlocal not or pass raise return try "
    "while with yield ";
/* What Python has without an import: a function of that name takes its place, in the file itself too. */
static const char python_builtins[] =
    " ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup "
    "BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError "
    "ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError "
    "DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception "
    "ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning "
    "GeneratorExit IOError ImportError ImportWarning IndentationError IndexError "
    "InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError "
    "ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError "
    "OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError "
    "PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError "
    "RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError "
    "SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError "
    "UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning "
    "ValueError Warning ZeroDivisionError abs aiter all anext any ascii bin bool breakpoint "
    "bytearray bytes callable chr classmethod compile complex copyright credits delattr dict "
    "dir divmod enumerate eval exec exit filter float format frozenset getattr globals "
    "hasattr hash help hex id input int isinstance issubclass iter len license list locals "
    "map max memoryview min next object oct open ord pow print property quit range repr "
    "reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip ";
/* Of the headers that an includer is likely to have; compilers know most of them without: stdio, stdlib, string, ctype, time,
 * setjmp, signal, fenv, wchar, and what POSIX and GNU add. */
static const char library_words[] =
    " _exit abort abs aligned_alloc alloca asctime assert at_quick_exit atexit atof atoi "
    "atol atoll bcmp bcopy bsearch bzero call_once calloc clearerr clock close ctime "
    "dcgettext dgettext difftime div dprintf execl execle execlp execv execve execvp exit "
    "fclose fdopen feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof "
    "feraiseexcept ferror fesetenv fesetexceptflag fesetround fetestexcept feupdateenv "
    "fflush ffs ffsimax ffsl ffsll fgetc fgetpos fgets fileno fopen fork fprintf "
    "fprintf_unlocked fputc fputc_unlocked fputs fputs_unlocked fread free freopen fscanf "
    "fseek fseeko fsetpos ftell ftello fwrite fwrite_unlocked gammaf getc getchar getdelim "
    "getenv getline getpid gets gettext gmtime imaxabs imaxdiv index isalnum isalpha "
    "isascii isblank iscntrl isdigit isgraph isgreater isgreaterequal isless islessequal "
    "islessgreater islower isprint ispunct isspace isunordered isupper iswalnum iswalpha "
    "iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper "
    "iswxdigit isxdigit labs ldiv llabs lldiv localeconv localtime longjmp malloc mblen "
    "mbstowcs mbtowc memccpy memchr memcmp memcpy memmove mempcpy memset mktime mtx_destroy "
    "mtx_init mtx_lock mtx_unlock nanosleep offsetof open pclose perror popen "
    "posix_memalign printf printf_unlocked putc putc_unlocked putchar putchar_unlocked "
    "putenv puts puts_unlocked qsort quick_exit raise rand random read realloc remove "
    "rename rewind rindex scanf setbuf setenv setjmp setlocale setvbuf signal sleep "
    "snprintf sprintf srand srandom sscanf stpcpy stpncpy strcasecmp strcat strchr strcmp "
    "strcoll strcpy strcspn strdup strerror strfmon strftime strlen strncasecmp strncat "
    "strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtod strtof strtoimax "
    "strtok strtol strtold strtoll strtoul strtoull strtoumax strxfrm system thrd_create "
    "thrd_exit thrd_join thrd_sleep thrd_yield time timespec_get tmpfile tmpnam toascii "
    "tolower toupper towlower towupper ungetc unsetenv usleep va_arg va_copy va_end "
    "va_start vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf wcscmp wcscpy "
    "wcslen wcstombs wctomb wmemcpy wmemset wprintf write ";
/* Of <math.h> and <complex.h>, also with f and l: a function of that name takes the place of the library's. */
static const char math_words[] =
    " acos acosh asin asinh atan atan2 atanh cabs cacos cacosh carg casin casinh catan "
    "catanh cbrt ccos ccosh ceil cexp cexpi cimag clog clog10 conj copysign cos cosh cpow "
    "cproj creal csin csinh csqrt ctan ctanh dadd ddiv dmul drem dsqrt dsub erf erfc exp "
    "exp10 exp2 expm1 fabs fadd fdim fdiv ffma finite floor fma fmax fmin fmod fmul "
    "fpclassify frexp fsqrt fsub gamma gamma_r gammaf_r gammal_r hypot iceil ifloor ilogb "
    "irint iround isfinite isinf isnan isnormal j0 j1 jn lceil ldexp lfloor lgamma lgamma_r "
    "lgammaf_r lgammal_r llceil llfloor llrint llround log log10 log1p log2 logb lrint "
    "lround modf nan nearbyint nextafter nexttoward pow pow10 remainder remquo rint round "
    "roundeven scalb scalbln scalbn signbit significand sin sincos sinh sqrt tan tanh "
    "tgamma trunc y0 y1 yn ";

static bool is_one_of(const char *words, const char *name, size_t length)
{
    char word[NAME_MOST + 3];
    snprintf(word, sizeof word, " %.*s ", (int)length, name);
    return strstr(words, word) != NULL;
}

/* A function of <math.h>, or what it is called for another type. */
static bool is_math(const char *name, size_t length)
{
    static const char *const suffix[] = {"",     "f",    "l",    "f16", "f32", "f64",
                                         "f128", "f32x", "f64x", "d32", "d64", "d128"};
    for (size_t i = 0; i < sizeof suffix / sizeof suffix[0]; i++) {
        const size_t end = strlen(suffix[i]);
        if (length > end && strcmp(name + length - end, suffix[i]) == 0 &&
            is_one_of(math_words, name, length - end))
            return true;
    }
    return false;
}

static const char *taken_in_python(const char *name, size_t length)
{
    return is_one_of(python_words, name, length)      ? "a word of Python"
           : is_one_of(python_builtins, name, length) ? "a name of Python's own"
           : strcmp(name, "exp") == 0                 ? "what the file imports"
                                                      : NULL;
}

static const char *taken_in_c(const char *name, size_t length)
{
    if (is_one_of(c_words, name, length) ||
        (name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'))))
        return "a word of C";
    if (is_math(name, length) || is_one_of(library_words, name, length))
        return "a function of C's own library";
    return NULL;
}

StnStatus stn_feed_check_name(const char *name, bool python, StnError *error)
{
    bool good = name[0] != '\0' && !(name[0] >= '0' && name[0] <= '9');
    for (const char *c = name; *c; c++)
        good = good && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
                        (*c >= '0' && *c <= '9'));
    if (!good || strlen(name) > NAME_MOST)
        return stn_bad_setting(error, "--name",
                               "\"%.60s\" is no name of a function: letters, digits and _, at most "
                               "%d, and no digit first",
                               name, (int)NAME_MOST);
    const char *owner =
        python ? taken_in_python(name, strlen(name)) : taken_in_c(name, strlen(name));
    if (owner)
        return stn_bad_setting(error, "--name", "\"%s\" is %s: a function needs a name of its own",
                               name, owner);
    return STN_OK;
}
