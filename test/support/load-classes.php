<?php

declare(strict_types=1);

// Reads lines with a list of projects, each {"files": {path: code}, "database": database or null}. Loads their classes
// in child processes, which are isolated from the projects of earlier lines, and exercises them on the database. Prints
// the problems as a JSON string, which is empty if there are none. Projects that have no class in common share a child.
require dirname(__DIR__, 2) . '/packages/runtime/autoload.php';
require __DIR__ . '/exercise-models.php';

// The runtime is parsed once for all children. Classes that depend on missing packages are not loaded.
$runtime = dirname(__DIR__, 2) . '/packages/runtime/src';
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($runtime)) as $file) {
    if ($file->getExtension() === 'php') {
        try {
            class_exists('Orm\\Runtime\\' . strtr(substr($file->getPathname(), strlen($runtime) + 1, -4), '/', '\\'));
        } catch (Error) {
        }
    }
}

/** Returns the name of the class that a file declares. */
function declaredClass(string $code): string
{
    preg_match('/^namespace (.+);$/m', $code, $namespace);
    preg_match('/^(?:abstract |final )?(?:class|interface|enum) ([^\s:]+)/m', $code, $class);
    return ltrim(($namespace[1] ?? '') . '\\' . $class[1], '\\');
}

/** Rejects code that was injected as text, see hostile.ts. In literals and comments it is harmless. */
function refuseCanary(string $path, string $code): void
{
    if (stripos($code, 'canary') === false && !str_contains($code, '?>')) {
        return;
    }
    foreach (PhpToken::tokenize($code) as $token) {
        if (
            $token->is(T_INLINE_HTML)
            || ($token->is([T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED])
                && preg_match('/^\\\\?canary$/i', $token->text) === 1)
        ) {
            throw new LogicException("$path:$token->line: the canary sings: $token->text");
        }
    }
}

/** Declares the class of a file. */
function declareClass(string $path, string $code): void
{
    try {
        eval(substr($code, strlen('<?php')));
    } catch (ParseError $error) {
        $line = explode("\n", $code)[$error->getLine() - 1];
        throw new LogicException("$path:{$error->getLine()}: {$error->getMessage()}\n$line");
    }
}

/**
 * @param array<string, array{string, string}> $classes path and code by name
 * @param array<string, mixed>|null $database
 */
function loadProject(array $classes, ?array $database): void
{
    spl_autoload_register(static function (string $class) use ($classes): void {
        // PHP ignores the case of class names, but file names are case-sensitive: a name in another case is a mistake.
        if (isset($classes[$class])) {
            declareClass(...$classes[$class]);
        } elseif (preg_match('/^((?:.*\\\\)?)(\w*)(Face|Own)$/Ds', $class, $parts) === 1) {
            // Declares a class that the schema names and that users would write themselves.
            $kind = $parts[3] === 'Face' ? 'interface' : 'class';
            $namespace = rtrim($parts[1], '\\');
            eval(($namespace === '' ? '' : "namespace $namespace; ") . "$kind $parts[2]$parts[3] {}");
        }
    });
    foreach ($classes as $class => [$path, $code]) {
        refuseCanary($path, $code);
        class_exists($class) || interface_exists($class) || throw new LogicException("The class $class does not load.");
    }
    if ($database !== null) {
        Orm\Tests\Support\ModelExercise::run($database, array_keys($classes));
    }
}

/**
 * Loads projects in a child process, which writes its last message to a file.
 *
 * @param list<array{array<string, array{string, string}>, array<string, mixed>|null}> $projects
 */
function loadInChild(array $projects): string
{
    $output = tempnam(sys_get_temp_dir(), 'orm-load-');
    $child = pcntl_fork();
    if ($child === 0) {
        ob_start(static function (string $text) use ($output): string {
            file_put_contents($output, $text, FILE_APPEND);
            return '';
        });
        ini_set('display_errors', '1');
        try {
            foreach ($projects as $project) {
                loadProject(...$project);
            }
        } catch (Throwable $error) {
            for ($one = $error; $one !== null; $one = $one->getPrevious()) {
                echo get_class($one), ': ', $one->getMessage(), ' at ', $one->getFile(), ':', $one->getLine(), "\n";
            }
            echo $error->getTraceAsString(), "\n";
        }
        exit;
    }
    pcntl_waitpid($child, $status);
    $complaint = (string) file_get_contents($output);
    unlink($output);

    return $complaint === '' && $status !== 0 ? "PHP ended with status $status" : $complaint;
}

while (($line = fgets(STDIN)) !== false) {
    $children = [[]];
    $known = [];
    foreach (json_decode($line, true, 512, JSON_THROW_ON_ERROR) as $project) {
        $classes = [];
        foreach ($project['files'] as $path => $code) {
            $classes[declaredClass($code)] = [$path, $code];
        }
        $names = array_change_key_case($classes);
        if (array_intersect_key($known, $names) !== []) {
            $children[] = [];
            $known = [];
        }
        $known += $names;
        $children[array_key_last($children)][] = [$classes, $project['database']];
    }
    try {
        $complaint = implode('', array_map(loadInChild(...), $children));
    } catch (Throwable $error) {
        $complaint = $error->getMessage();
    }
    echo json_encode($complaint, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
