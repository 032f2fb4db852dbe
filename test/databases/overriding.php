<?php

/**
 * Can a stub that was written without types override every member of its base class?
 *
 * Usage: php overriding.php GENERATED KNOWN.tsv. The folder GENERATED has the classes of a schema, KNOWN the methods of
 * the known API. Prints one line for each member that such a stub cannot override; without any, it writes every stub
 * of the folder again, with all members overridden.
 */

declare(strict_types=1);

namespace Orm\Tests\Overriding;

require __DIR__ . '/../../packages/runtime/autoload.php';

[, $folder, $known] = $argv;
spl_autoload_register(static function (string $class) use ($folder): void {
    $file = $folder . '/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

/** @return list<\ReflectionMethod> what a stub can override */
function methods(\ReflectionClass $base): array
{
    return array_values(array_filter(
        $base->getMethods(),
        static fn (\ReflectionMethod $method): bool => !$method->isPrivate() && !$method->isFinal()
            && !str_contains((string) $method->getDocComment(), '@internal'),
    ));
}

/** @return list<\ReflectionProperty> what a stub can declare again */
function properties(\ReflectionClass $base): array
{
    return array_values(array_filter(
        $base->getProperties(),
        static fn (\ReflectionProperty $property): bool => !$property->isPrivate(),
    ));
}

/** Types that PHP adds to a method that is declared without any. */
function isImplied(\ReflectionMethod $method): bool
{
    return $method->getName() === '__toString';
}

/** @return list<string> */
function flaws(\ReflectionClass $base): array
{
    $flaws = [];
    foreach ($base->getMethods() as $method) {
        if ($method->isFinal()) {
            $flaws[] = sprintf('%s::%s() is final', $base->getName(), $method->getName());
        }
    }
    foreach (methods($base) as $method) {
        if ($method->hasReturnType() && !isImplied($method)) {
            $flaws[] = sprintf('%s::%s(): %s', $base->getName(), $method->getName(), $method->getReturnType());
        }
    }
    foreach (properties($base) as $property) {
        if ($property->hasType()) {
            $flaws[] = sprintf('%s::$%s: %s', $base->getName(), $property->getName(), $property->getType());
        }
    }

    return $flaws;
}

/** The type of a parameter as every stub has it whose class generated classes extend: PHP holds these to it. */
function knownType(\ReflectionParameter $parameter): string
{
    $type = $parameter->getType();
    if (!$type instanceof \ReflectionNamedType || in_array($type->getName(), ['mixed', 'self'], true)) {
        return '';
    }
    $name = ($type->isBuiltin() ? '' : '\\') . $type->getName();

    return ($type->allowsNull() ? '?' : '') . "$name ";
}

/** A method that passes on what it gets. */
function override(\ReflectionMethod $method, bool $hasChildren): string
{
    $parameters = $references = [];
    foreach ($method->getParameters() as $at => $parameter) {
        $name = ($parameter->isPassedByReference() ? '&' : '') . ($parameter->isVariadic() ? '...' : '')
            . '$' . $parameter->getName();
        $default = $hasChildren && $parameter->isDefaultValueAvailable() ? $parameter->getDefaultValue() : null;
        $parameters[] = ($hasChildren ? knownType($parameter) : '') . $name
            . ($parameter->isOptional() && !$parameter->isVariadic() ? ' = ' . var_export($default, true) : '');
        if ($parameter->isPassedByReference()) {
            $references[] = "\$arguments[$at] = &\${$parameter->getName()};";
        }
    }
    $modifiers = implode(' ', \Reflection::getModifierNames(
        $method->getModifiers() & ~\ReflectionMethod::IS_ABSTRACT & ~\ReflectionMethod::IS_FINAL,
    ));

    return sprintf(
        "    %s function %s(%s)\n    {\n        \$arguments = func_get_args();\n        %s\n        %s\n    }\n",
        $modifiers,
        $method->getName(),
        implode(', ', $parameters),
        implode(' ', $references),
        "return parent::{$method->getName()}(...\$arguments);",
    );
}

function stub(\ReflectionClass $base, string $class, bool $hasChildren): string
{
    $space = substr($class, 0, (int) strrpos($class, '\\'));
    $members = '';
    foreach (properties($base) as $property) {
        if (!$property->isStatic()) {
            $visibility = $property->isPublic() ? 'public' : 'protected';
            $default = var_export($property->getDefaultValue(), true);
            $members .= "    $visibility \${$property->getName()} = $default;\n";
        }
    }
    foreach (methods($base) as $method) {
        $members .= override($method, $hasChildren);
    }

    return sprintf(
        "<?php\n\nnamespace %s;\n\nclass %s extends \\%s\n{\n%s}\n",
        $space,
        substr($class, strlen($space) + 1),
        $base->getName(),
        $members,
    );
}

$bases = $parents = $stubs = $flaws = [];
$files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($folder, \FilesystemIterator::SKIP_DOTS));
foreach ($files as $file) {
    if (basename(dirname((string) $file)) !== 'Base') {
        continue;
    }
    $name = strtr(substr((string) $file, strlen($folder) + 1, -4), '/', '\\');
    $base = new \ReflectionClass($name);
    $bases[(string) $file] = $base;
    $parents[] = $base->getParentClass() ? $base->getParentClass()->getName() : '';
}
foreach ($bases as $file => $base) {
    $flaws = [...$flaws, ...flaws($base)];
    $stub = str_replace('Base\\', '', $base->getName());
    $stubs[dirname($file, 2) . '/' . basename($file)] = stub($base, $stub, in_array($stub, $parents, true));
}

// The base classes have every known method, or they would not be overridden here.
foreach (array_slice((array) file($known, FILE_IGNORE_NEW_LINES), 1) as $line) {
    [$group, $class, $method] = explode("\t", (string) $line);
    if ($group === 'generated' && str_contains($class, '\\Base\\') && !method_exists($class, $method)) {
        $flaws[] = "$class::$method() is missing";
    }
}

if ($flaws === []) {
    foreach ($stubs as $file => $code) {
        file_put_contents($file, $code);
    }
}
echo implode("\n", array_unique($flaws));
