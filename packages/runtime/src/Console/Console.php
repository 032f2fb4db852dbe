<?php

declare(strict_types=1);

namespace Orm\Runtime\Console;

use ErrorException;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Sandbox;
use Orm\Runtime\Orm;
use ParseError;
use Throwable;

/** A PHP shell with the models of a project, started by `orm console`. */
final class Console
{
    private const PROMPT = 'orm> ';
    private const CONTINUED = '...> ';

    /** @var array<string, mixed> the user's variables */
    private array $variables = [];

    private readonly bool $isTerminal;

    /** @param list<string> $connections */
    public function __construct(
        private readonly array $connections,
        private readonly bool $showsSql = false,
        private readonly bool $isSandbox = false,
    ) {
        $this->isTerminal = stream_isatty(STDIN);
    }

    /** Runs until the end of the input. */
    public function run(): void
    {
        ShortNames::register($this->connections);
        $print = static function (string $line): void {
            echo $line, "\n";
        };
        $sandbox = $this->isSandbox ? new Sandbox($print) : null;
        foreach ($this->connections as $name) {
            $con = ConnectionWrapper::wrap(Orm::getWriteConnection($name));
            if ($this->showsSql) {
                $con->setLogger(new SqlPrinter());
                $con->useDebug();
            }
        }
        try {
            if (class_exists('Psy\Shell')) {
                $configuration = new \Psy\Configuration(['updateCheck' => 'never']);
                // A child process would open separate connections, without the transactions of the sandbox.
                $configuration->setUsePcntl(false);
                $shell = new \Psy\Shell($configuration);
                $shell->run();
            } else {
                $this->loop($sandbox);
            }
        } finally {
            $sandbox?->end();
        }
    }

    private function loop(?Sandbox $sandbox): void
    {
        set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
            throw new ErrorException($message, 0, $level, $file, $line);
        });
        if ($this->isTerminal) {
            echo 'PHP ', PHP_VERSION, ', connections: ', implode(', ', $this->connections),
                $this->isSandbox ? '; changes are rolled back at the end' : '',
                "\nTry BookQuery::create()->limit(3) with your own model; Ctrl-D ends.\n";
        }
        $code = '';
        while (($line = $this->read($code === '' ? self::PROMPT : self::CONTINUED)) !== null) {
            if ($code === '' && in_array(trim($line), ['exit', 'quit'], true)) {
                return;
            }
            $code = ltrim($code . $line . "\n");
            if ($code === '' || ($line !== '' && self::isUnfinished($code))) {
                continue;
            }
            $this->evaluate($code);
            $sandbox?->check();
            $code = '';
        }
    }

    private function read(string $prompt): ?string
    {
        if ($this->isTerminal && function_exists('readline')) {
            $line = readline($prompt);
            if ($line !== false && trim($line) !== '') {
                readline_add_history($line);
            }
        } else {
            $line = fgets(STDIN);
        }

        return $line === false ? null : rtrim($line, "\r\n");
    }

    private function evaluate(string $code): void
    {
        try {
            $value = $this->valueOf($code);
            if ($value !== null) {
                echo ResultTable::text($value), "\n";
            }
        } catch (Throwable $failure) {
            echo $failure::class, ': ', $failure->getMessage(), "\n";
        }
    }

    private function valueOf(string $code): mixed
    {
        $statement = self::returning(rtrim($code, "; \n"));

        return (function () use ($statement): mixed {
            extract($this->variables);
            try {
                return eval("$statement\n;");
            } finally {
                $this->variables = array_diff_key(get_defined_vars(), ['statement' => true]);
            }
        })();
    }

    /** Returns statements with a `return` before the last one, if that is an expression; other statements have no value. */
    private static function returning(string $statements): string
    {
        for ($end = strlen($statements); $end !== false; $end = strrpos(substr($statements, 0, $end), ';')) {
            $before = $end === strlen($statements) ? '' : substr($statements, 0, $end + 1);
            $last = substr($statements, strlen($before));
            // In brackets, because several statements would be parsed too, and all but the first one would be ignored.
            if (self::isParsed("$before return ($last\n);") && self::isParsed($before)) {
                return "$before return $last";
            }
        }

        return $statements;
    }

    private static function isParsed(string $code): bool
    {
        try {
            token_get_all("<?php $code", TOKEN_PARSE);

            return true;
        } catch (ParseError) {
            return false;
        }
    }

    /** Returns whether more lines must follow, because brackets or strings are open. */
    private static function isUnfinished(string $code): bool
    {
        $message = '';
        foreach (['return ' . rtrim($code, "; \n") . ';', $code . ';'] as $variant) {
            try {
                token_get_all('<?php ' . $variant, TOKEN_PARSE);

                return false;
            } catch (ParseError $problem) {
                $message = $problem->getMessage();
            }
        }

        return str_contains($message, 'unexpected end of file') || str_contains($message, 'Unclosed');
    }
}
