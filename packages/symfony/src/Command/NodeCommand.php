<?php

declare(strict_types=1);

namespace Orm\Symfony\Command;

use Orm\Runtime\Console\NodeTool;
use Orm\Runtime\Exception\RuntimeException;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\OutputInterface;

/** A command of the Node script `orm`, such as `orm:build`. */
final class NodeCommand extends Command
{
    public function __construct(
        private readonly NodeTool $tool,
        private readonly string $called,
        string $description,
    ) {
        parent::__construct('orm:' . $called);
        $this->setDescription($description);
    }

    protected function configure(): void
    {
        $this->addArgument('arguments', InputArgument::IS_ARRAY, 'Arguments and, after "--", options of the command.');
        $this->setHelp('Runs "orm" of Node with all that stands behind "--", as in: %command.name% -- --dry-run');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $errors = $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output;
        try {
            return $this->tool->run(
                [$this->called, ...$input->getArgument('arguments')],
                static fn (string $text, bool $isError) => ($isError ? $errors : $output)
                    ->write($text, false, OutputInterface::OUTPUT_RAW),
            );
        } catch (RuntimeException $failure) {
            $errors->writeln($failure->getMessage(), OutputInterface::OUTPUT_RAW);

            return Command::FAILURE;
        }
    }
}
