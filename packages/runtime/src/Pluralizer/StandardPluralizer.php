<?php

declare(strict_types=1);

namespace Orm\Runtime\Pluralizer;

/** English plurals with the usual exceptions. */
final class StandardPluralizer implements PluralizerInterface
{
    private const UNCOUNTABLE = [
        'sheep', 'fish', 'deer', 'series', 'species', 'money', 'rice', 'information', 'equipment', 'news',
    ];

    private const IRREGULAR = [
        'child' => 'children', 'person' => 'people', 'man' => 'men', 'woman' => 'women', 'leaf' => 'leaves',
        'foot' => 'feet', 'tooth' => 'teeth', 'goose' => 'geese', 'mouse' => 'mice', 'ox' => 'oxen',
        'hero' => 'heroes', 'potato' => 'potatoes', 'tomato' => 'tomatoes', 'move' => 'moves', 'sex' => 'sexes',
    ];

    private const RULES = [
        '/(matr|vert|ind)(ix|ex)$/i' => '$1ices',
        '/sis$/i' => 'ses',
        '/(quiz)$/i' => '$1zes',
        '/([^aeiouy]|qu)y$/i' => '$1ies',
        '/(x|ch|sh|ss|us)$/i' => '$1es',
        '/(?:([^f])fe|([lr])f)$/i' => '$1$2ves',
        '/s$/i' => 's',
    ];

    public function getPluralForm(string $root): string
    {
        // Only the last word of a CamelCase name changes.
        preg_match('/^(.*?)([A-Z]?[^A-Z_]*)$/', $root, $match);
        [, $head, $word] = $match;
        $lower = strtolower($word);
        if (in_array($lower, self::UNCOUNTABLE, true)) {
            return $root;
        }
        if (isset(self::IRREGULAR[$lower])) {
            return $head . $word[0] . substr(self::IRREGULAR[$lower], 1);
        }
        foreach (self::RULES as $pattern => $replacement) {
            if (preg_match($pattern, $root)) {
                return (string) preg_replace($pattern, $replacement, $root);
            }
        }

        return $root . 's';
    }
}
