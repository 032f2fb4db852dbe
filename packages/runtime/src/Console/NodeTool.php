<?php

declare(strict_types=1);

namespace Orm\Runtime\Console;

use Orm\Runtime\Exception\RuntimeException;

/** Runs the Node script `orm`, for the console of a framework. */
final class NodeTool
{
    /** The exit code of a shell for a missing program, here Node itself. */
    private const MISSING_PROGRAM = 127;

    /**
     * @param string $directory the directory of the project
     * @param string|null $script the script; null: the one in node_modules of the project or a parent directory
     */
    public function __construct(private readonly string $directory, private readonly ?string $script = null)
    {
    }

    /**
     * @param list<string> $arguments
     * @param callable(string, bool): void $write receives output, and whether it is error output
     * @return int the exit code
     */
    public function run(array $arguments, callable $write): int
    {
        $script = $this->script ?? $this->find() ?? throw new RuntimeException(
            'The command "orm" of Node is not installed: run "npm install --save-dev orm-cli". Servers do not need it: '
            . 'build before you deploy.',
        );
        // Variables that a framework has loaded from a file are only in these arrays.
        $environment = array_filter([...$_SERVER, ...$_ENV, ...getenv()], is_scalar(...));
        $pipes = [];
        $outputs = [1 => ['pipe', 'w'], 2 => ['pipe', 'w']];
        $process = @proc_open([$script, ...$arguments], $outputs, $pipes, $this->directory, $environment);
        if (!is_resource($process)) {
            throw new RuntimeException(sprintf('"%s" cannot be started.', $script));
        }
        while ($pipes !== []) {
            $ready = $pipes;
            $none = null;
            if (stream_select($ready, $none, $none, 1) === false) {
                break;
            }
            foreach ($ready as $number => $pipe) {
                $text = (string) fread($pipe, 8192);
                if ($text !== '') {
                    $write($text, $number === 2);
                } elseif (feof($pipe)) {
                    fclose($pipe);
                    unset($pipes[$number]);
                }
            }
        }
        $code = proc_close($process);
        if ($code === self::MISSING_PROGRAM) {
            throw new RuntimeException('The command "orm" needs Node, which is not installed on this machine.');
        }

        return $code;
    }

    private function find(): ?string
    {
        $name = DIRECTORY_SEPARATOR === '\\' ? 'orm.cmd' : 'orm';
        $directory = $this->directory;
        do {
            $script = "$directory/node_modules/.bin/$name";
            if (is_file($script)) {
                return $script;
            }
            $below = $directory;
            $directory = dirname($directory);
        } while ($directory !== $below);

        return null;
    }
}
