<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\InvalidArgumentException;

/**
 * A path in a JSON document, such as `$.color`, `$.tags[0]` or `$."a name"`. It is parsed into names and numbers, from
 * which adapters generate SQL. No character is written into the SQL unchanged.
 *
 * @internal
 */
final class JsonPath
{
    /** @param list<int|string> $steps member names and list positions */
    public function __construct(public readonly array $steps)
    {
    }

    public static function of(string $path): self
    {
        $step = '\.(?<name>[^\s.\[\]"\'*?@$()\\\\\x00-\x1f]+)'
            . '|(?:\.|(?<bracket>\[))"(?<quoted>(?:[^"\\\\\x00-\x1f]|\\\\["\\\\])*)"(?(bracket)\])|\[(?<at>\d{1,9})\]';
        $steps = [];
        $found = [];
        $end = 1;
        $isPath = str_starts_with($path, '$')
            && preg_match_all("/\\G(?:$step)/u", $path, $found, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL, 1) !== false;
        foreach ($found as $match) {
            $end += strlen($match[0]);
            $steps[] = match (true) {
                $match['at'] !== null => (int) $match['at'],
                $match['quoted'] !== null => preg_replace('/\\\\(.)/s', '$1', $match['quoted']),
                default => $match['name'],
            };
        }
        if (!$isPath || $end !== strlen($path)) {
            throw new InvalidArgumentException(
                sprintf('"%s" is not a JSON path such as $.color, $.tags[0] or $."a name"', $path),
            );
        }

        return new self($steps);
    }

    /** @param int|string $step */
    public function with($step): self
    {
        return new self([...$this->steps, $step]);
    }

    /** Returns whether its names are plain words that no database needs to quote. */
    public function isPlain(): bool
    {
        foreach ($this->steps as $step) {
            if (is_string($step) && preg_match('/^[A-Za-z_]\w*$/D', $step) !== 1) {
                return false;
            }
        }

        return true;
    }

    /** Returns the path in the form used by most databases, with names quoted that are not plain words. */
    public function text(): string
    {
        $text = '$';
        foreach ($this->steps as $step) {
            $text .= match (true) {
                is_int($step) => '[' . $step . ']',
                (new self([$step]))->isPlain() => '.' . $step,
                default => '."' . str_replace(['\\', '"'], ['\\\\', '\\"'], $step) . '"',
            };
        }

        return $text;
    }

    /** Returns the path without its last step. */
    public function parent(): self
    {
        return new self(array_slice($this->steps, 0, -1));
    }
}
