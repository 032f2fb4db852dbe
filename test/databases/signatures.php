<?php

/**
 * Can a class that was written for the known API override each method of ours with the signature that it knows?
 *
 * Usage: php signatures.php KNOWN.tsv GENERATED. KNOWN has one row per method: group, class, method, modifiers,
 * parameters, return type; the folder GENERATED has the classes of schema.xml. Prints one line per row that falls short:
 * class, method, why.
 *
 * PHP ends the process at a declaration that it refuses. So the work is done in a child, which says where it ended and
 * is started again without that row.
 */

declare(strict_types=1);

namespace Orm\Tests\Signatures;

require __DIR__ . '/../../packages/runtime/autoload.php';

const WORDS = [
    'int', 'float', 'string', 'bool', 'array', 'callable', 'iterable', 'object', 'mixed', 'null', 'void', 'never',
    'false', 'true', 'self', 'static', 'parent',
];

spl_autoload_register(static function (string $class) use ($argv): void {
    foreach ([$argv[2], ...explode(PATH_SEPARATOR, get_include_path())] as $root) {
        $file = $root . '/' . strtr($class, '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
            return;
        }
    }
});

/** A type with its class names made absolute. */
function absolute(string $type): string
{
    return (string) preg_replace_callback(
        '/(?<![\w\\\\$])[A-Za-z_\\\\][\w\\\\]*/',
        static fn (array $m): string => in_array($m[0], WORDS, true) ? $m[0] : '\\' . ltrim($m[0], '\\'),
        $type,
    );
}

function parameter(string $text): string
{
    $isOptional = str_ends_with($text, ' = ?');
    $words = explode(' ', $isOptional ? substr($text, 0, -4) : $text);
    $name = array_pop($words);
    $type = absolute(implode(' ', $words));
    $default = match (true) {
        $type === '', $type === 'mixed', $type[0] === '?', str_contains($type, 'null') => 'null',
        str_contains($type, 'int') => '0',
        str_contains($type, 'float') => '0.0',
        str_contains($type, 'string') => "''",
        str_contains($type, 'array') => '[]',
        default => 'false',
    };

    return trim("$type $name") . ($isOptional ? " = $default" : '');
}

/**
 * What reflection finds wrong with a method.
 *
 * @param list<string> $row
 */
function flaw(array $row): ?string
{
    [, $class, $method, $modifiers] = $row;
    if (!class_exists($class) && !interface_exists($class) && !trait_exists($class)) {
        return 'class is missing';
    }
    $ours = new \ReflectionClass($class);
    if (!$ours->hasMethod($method)) {
        return 'method is missing';
    }
    $own = $ours->getMethod($method);

    return match (true) {
        $ours->isFinal(), $own->isFinal(), $own->isPrivate() => 'is final or private',
        $own->isStatic() !== str_contains($modifiers, 'static') => 'static differs',
        $own->isProtected() && str_contains($modifiers, 'public') => 'is not public',
        default => null,
    };
}

/** @param list<string> $row */
function declaration(array $row): string
{
    [, $class, $method, $modifiers, $parameters, $return] = $row;
    $own = new \ReflectionMethod($class, $method);
    $modifiers = trim(str_replace(['final', 'abstract'], '', $modifiers));
    $modifiers = $own->isPublic() ? str_replace('protected', 'public', $modifiers) : $modifiers;
    $list = $parameters === '' ? [] : explode(', ', $parameters);
    $head = "$modifiers function $method(" . implode(', ', array_map(parameter(...), $list)) . ')';
    $head .= $return === '' ? '' : ': ' . absolute($return);

    return interface_exists($class) ? "abstract $head;" : "$head { throw new \\Exception(); }";
}

/**
 * Declares, for each class, a child with all the methods. Prints what is wrong, and the name of each class
 * that is done; PHP may end the process.
 *
 * @param array<string, list<list<string>>> $classes
 */
function probe(array $classes): void
{
    $class = '';
    register_shutdown_function(static function () use (&$class): void {
        ['type' => $type, 'message' => $message] = error_get_last() ?? ['type' => 0, 'message' => ''];
        if ($type & (E_ERROR | E_PARSE | E_COMPILE_ERROR)) {
            $isMethod = preg_match('/^Declaration of \S*?::(\w+)/', $message, $match) === 1;
            echo "$class\t", $isMethod ? $match[1] : '?', "\t", strtok($message, "\n"), "\n";
        }
    });
    foreach ($classes as $class => $rows) {
        $methods = '';
        foreach ($rows as $row) {
            $flaw = flaw($row);
            if ($flaw !== null) {
                echo "$row[1]\t$row[2]\t$flaw\n";
            } elseif ($row[2] !== '__construct' && !trait_exists($class)) {
                $methods .= declaration($row) . "\n";
            }
        }
        if ($methods !== '') {
            $verb = interface_exists($class) ? 'implements' : 'extends';
            eval('abstract class Probe' . md5($class) . " $verb \\$class { $methods }");
        }
        echo "$class\n";
    }
}

/** @return list<list<string>> */
function table(string $file): array
{
    $lines = array_slice((array) file($file, FILE_IGNORE_NEW_LINES), 1);

    return array_map(static fn (string $line): array => explode("\t", $line), $lines);
}

error_reporting(E_ALL);
ini_set('display_errors', '0');
if (($argv[1] ?? '') === '--probe') {
    probe(unserialize((string) stream_get_contents(STDIN)));
    exit(0);
}

$classes = [];
foreach (table($argv[1]) as $row) {
    $classes[$row[1]][$row[2]] = $row;
}
while ($classes !== []) {
    $command = [PHP_BINARY, '-d', 'log_errors=0', __FILE__, '--probe', $argv[2]];
    $child = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
    fwrite($pipes[0], serialize($classes));
    fclose($pipes[0]);
    $before = count($classes, COUNT_RECURSIVE);
    foreach (explode("\n", trim((string) stream_get_contents($pipes[1]))) as $line) {
        [$class, $method] = explode("\t", $line) + [1 => ''];
        if ($method === '') {
            unset($classes[$class]);
        } else {
            echo $line, "\n";
            unset($classes[$class][$method]);
        }
    }
    proc_close($child);
    if (count($classes, COUNT_RECURSIVE) === $before) {
        echo "The check itself fails.\n";
        exit(1);
    }
}
