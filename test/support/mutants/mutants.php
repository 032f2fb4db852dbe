<?php

declare(strict_types=1);

namespace Orm\Tests\Mutants;

use PhpToken;

// Prints as JSON, for each PHP file named on standard input, every single change that a test should notice, and where
// its functions begin and end. Offsets are bytes.

const OPERATORS = [
    T_IS_IDENTICAL => '!==', T_IS_NOT_IDENTICAL => '===', T_IS_EQUAL => '!=', T_IS_NOT_EQUAL => '==',
    T_IS_SMALLER_OR_EQUAL => '<', T_IS_GREATER_OR_EQUAL => '>', T_BOOLEAN_AND => '||', T_BOOLEAN_OR => '&&',
    T_COALESCE => '?:', T_PLUS_EQUAL => '-=', T_MINUS_EQUAL => '+=', T_INC => '--', T_DEC => '++',
];
const SIGNS = ['<' => '<=', '>' => '>=', '+' => '-', '-' => '+', '*' => '/', '/' => '*', '%' => '*'];

$result = [];
foreach (explode("\n", trim((string) stream_get_contents(STDIN))) as $file) {
    $result[$file] = (new MutantFinder((string) file_get_contents($file)))->find();
}
echo json_encode($result, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);

final class MutantFinder
{
    /** @var list<PhpToken> without whitespace and comments */
    private array $tokens;

    /** @var list<array{start: int, end: int, replacement: string, what: string}> */
    private array $mutants = [];

    /** @var list<array{start: int, end: int}> */
    private array $functions = [];

    public function __construct(private string $code)
    {
        $isText = static fn (PhpToken $token): bool => !$token->isIgnorable();
        $this->tokens = array_values(array_filter(PhpToken::tokenize($code), $isText));
    }

    /** @return array{mutants: list<array>, functions: list<array>} */
    public function find(): array
    {
        foreach ($this->tokens as $index => $token) {
            if ($token->is([T_FUNCTION, T_FN])) {
                $this->noteFunction($index);
            }
        }
        foreach ($this->tokens as $index => $token) {
            if ($this->isInFunction($token->pos)) {
                $this->change($index, $token);
            }
        }

        return ['mutants' => $this->mutants, 'functions' => $this->functions];
    }

    private function noteFunction(int $index): void
    {
        $start = $index;
        while (isset($this->tokens[$start]) && !in_array($this->tokens[$start]->text, ['{', ';'], true)) {
            $start++;
        }
        if ($this->tokens[$index]->is(T_FUNCTION) && ($this->tokens[$start]->text ?? '') === '{') {
            $end = $this->closing($start, '{', '}');
            $this->functions[] = ['start' => $this->tokens[$start]->pos + 1, 'end' => $this->tokens[$end]->pos];
        }
    }

    private function isInFunction(int $position): bool
    {
        foreach ($this->functions as ['start' => $start, 'end' => $end]) {
            if ($start <= $position && $position < $end) {
                return true;
            }
        }

        return false;
    }

    private function change(int $index, PhpToken $token): void
    {
        $before = $this->tokens[$index - 1];
        $after = $this->tokens[$index + 1];
        if (isset(OPERATORS[$token->id])) {
            $this->replace($token, OPERATORS[$token->id]);
        } elseif (isset(SIGNS[$token->text]) && $this->isValueBefore($before)) {
            $this->replace($token, SIGNS[$token->text]);
        } elseif ($token->text === '!') {
            $this->add($token->pos, $token->pos + 1, '', "without !: {$this->line($token)}");
        } elseif ($token->is([T_IF, T_ELSEIF, T_WHILE]) && $after->text === '(') {
            $start = $after->pos + 1;
            $end = $this->tokens[$this->closing($index + 1, '(', ')')]->pos;
            $text = substr($this->code, $start, $end - $start);
            $this->add($start, $end, $token->is(T_WHILE) ? 'false' : "!($text)", "negated: {$this->short($text)}");
        } elseif ($token->is(T_STRING) && in_array(strtolower($token->text), ['true', 'false'], true)) {
            $this->replace($token, strtolower($token->text) === 'true' ? 'false' : 'true');
        } elseif ($token->is(T_LNUMBER)) {
            $this->replace($token, '(' . $token->text . ' + 1)');
        } elseif ($token->is(T_CONSTANT_ENCAPSED_STRING)) {
            $this->replace($token, strlen($token->text) > 2 ? "''" : "'mutant'");
        } elseif (in_array($before->text, [';', '{', '}'], true)) {
            $this->removeStatement($index);
        }
    }

    private function isValueBefore(PhpToken $token): bool
    {
        return $token->is([T_VARIABLE, T_LNUMBER, T_DNUMBER, T_STRING, T_CONSTANT_ENCAPSED_STRING])
            || in_array($token->text, [')', ']'], true);
    }

    private function removeStatement(int $index): void
    {
        if (!$this->tokens[$index]->is([T_VARIABLE, T_THROW, T_CONTINUE, T_STRING])) {
            return;
        }
        $end = $index;
        for ($depth = 0; isset($this->tokens[$end]); $end++) {
            $text = $this->tokens[$end]->text;
            $depth += match ($text) {
                '(', '[', '{', '${', '{$' => 1,
                ')', ']', '}' => - 1,
                default => 0,
            };
            if ($depth < 0) {
                return;
            }
            if ($text === ';' && $depth === 0) {
                break;
            }
        }
        [$start, $stop] = [$this->tokens[$index]->pos, $this->tokens[$end]->pos];
        $this->add($start, $stop, '', "removed: {$this->short(substr($this->code, $start, $stop - $start))}");
    }

    private function replace(PhpToken $token, string $replacement): void
    {
        $what = "$token->text → $replacement: {$this->line($token)}";
        $this->add($token->pos, $token->pos + strlen($token->text), $replacement, $what);
    }

    private function add(int $start, int $end, string $replacement, string $what): void
    {
        $this->mutants[] = [
            'start' => $start,
            'end' => $end,
            'replacement' => $replacement,
            'what' => $what,
        ];
    }

    private function closing(int $index, string $open, string $close): int
    {
        $depth = 0;
        while (true) {
            $token = $this->tokens[$index];
            // Braces in strings have other tokens with the same end.
            $depth += match (true) {
                $token->text === $open => 1,
                $open === '{' && $token->is([T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES]) => 1,
                $token->text === $close => - 1,
                default => 0,
            };
            if ($depth === 0) {
                return $index;
            }
            $index++;
        }
    }

    private function line(PhpToken $token): string
    {
        $start = (int) strrpos(substr($this->code, 0, $token->pos), "\n");

        return $this->short(substr($this->code, $start, strpos($this->code, "\n", $token->pos) - $start));
    }

    private function short(string $text): string
    {
        $line = trim((string) preg_replace('/\s+/', ' ', $text));

        return strlen($line) > 70 ? substr($line, 0, 67) . '...' : $line;
    }
}
