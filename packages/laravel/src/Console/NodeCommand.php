<?php

declare(strict_types=1);

namespace Orm\Laravel\Console;

use Illuminate\Console\Command;
use Orm\Runtime\Console\NodeTool;
use Orm\Runtime\Exception\RuntimeException;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\OutputInterface;

/** A command of the Node script `orm`. */
abstract class NodeCommand extends Command
{
    protected const CALLED = '';

    public function handle(): int
    {
        $output = $this->output->getOutput();
        $errors = $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output;
        $tool = new NodeTool($this->laravel->basePath(), $this->laravel->make('config')->get('orm.command'));
        try {
            return $tool->run(
                [static::CALLED, ...$this->argument('arguments')],
                static fn (string $text, bool $isError) => ($isError ? $errors : $output)
                    ->write($text, false, OutputInterface::OUTPUT_RAW),
            );
        } catch (RuntimeException $failure) {
            $errors->writeln($failure->getMessage(), OutputInterface::OUTPUT_RAW);

            return self::FAILURE;
        }
    }
}
