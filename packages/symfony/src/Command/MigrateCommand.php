<?php

declare(strict_types=1);

namespace Orm\Symfony\Command;

use Orm\Runtime\Migration\Command as Migrations;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Output\StreamOutput;

/** Runs migrations with PHP only, on the connections of the application. */
final class MigrateCommand extends Command
{
    private const VALUES = [
        'to' => 'The version to end with.',
        'lock-timeout' => 'Seconds to wait for another run, and for tables that others use.',
        'statement-timeout' => 'Seconds that a statement may take.',
    ];
    private const FLAGS = [
        'dry-run' => 'Show the SQL, and do nothing.',
        'strict' => 'Reject migrations that are older than the latest one that is applied.',
        'status' => 'Show which migrations are applied.',
        'down' => 'Revert the latest migration.',
        'allow-loss' => 'With --down: rows may be lost.',
    ];

    public function __construct(private readonly string $directory)
    {
        parent::__construct('orm:migrate');
        $this->setDescription('Applies the pending migrations');
    }

    protected function configure(): void
    {
        $isList = InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY;
        $this->addOption('connection', null, $isList, 'Only this connection; can be repeated.');
        foreach (self::VALUES as $name => $description) {
            $this->addOption($name, null, InputOption::VALUE_REQUIRED, $description);
        }
        foreach (self::FLAGS as $name => $description) {
            $this->addOption($name, null, InputOption::VALUE_NONE, $description);
        }
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $arguments = [match (true) {
            $input->getOption('status') => 'status',
            $input->getOption('down') => 'down',
            default => 'migrate',
        }];
        foreach ($input->getOption('connection') as $name) {
            $arguments[] = "--connection=$name";
        }
        foreach (array_keys(self::VALUES) as $name) {
            if ($input->getOption($name) !== null) {
                $arguments[] = "--$name=" . $input->getOption($name);
            }
        }
        foreach (['dry-run', 'strict', 'allow-loss'] as $name) {
            if ($input->getOption($name)) {
                $arguments[] = "--$name";
            }
        }
        // The migration directory is relative to the project directory.
        $before = (string) getcwd();
        chdir($this->directory);
        $errors = $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output;
        $streams = array_map(self::streamOf(...), [$output, $errors]);
        try {
            return (new Migrations(...$streams, isConfigured: true))->run($arguments);
        } finally {
            chdir($before);
            foreach ([$output, $errors] as $i => $each) {
                if (!$each instanceof StreamOutput) {
                    rewind($streams[$i]);
                    $each->write((string) stream_get_contents($streams[$i]), false, OutputInterface::OUTPUT_RAW);
                }
            }
        }
    }

    /** @return resource */
    private static function streamOf(OutputInterface $output)
    {
        return $output instanceof StreamOutput ? $output->getStream() : fopen('php://memory', 'w+');
    }
}
