<?php

declare(strict_types=1);

namespace Orm\Laravel\Console;

use Illuminate\Console\Command;
use Illuminate\Console\ConfirmableTrait;
use Orm\Runtime\Migration\Command as Migrations;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Output\StreamOutput;

/** Runs migrations with PHP only, on the connections of the application. */
final class MigrateCommand extends Command
{
    use ConfirmableTrait;

    protected $signature = 'orm:migrate
        {--connection=* : Only this connection; can be repeated}
        {--to= : Target version}
        {--lock-timeout= : Seconds to wait for another run, and for tables that others use}
        {--statement-timeout= : Seconds that a statement may take}
        {--status : Show which migrations are applied}
        {--down : Revert the latest migration, or those after --to}
        {--allow-loss : With --down: rows may be lost}
        {--strict : Reject migrations that are older than the latest applied one}
        {--dry-run : Show the SQL, and do nothing}
        {--force : Run in production without asking}';
    protected $description = 'Apply the pending migrations of Orm';

    public function handle(): int
    {
        $isRead = $this->option('status') || $this->option('dry-run');
        if (!$isRead && !$this->confirmToProceed()) {
            return self::FAILURE;
        }
        // The migration directory is relative to the project directory.
        $before = (string) getcwd();
        chdir($this->laravel->basePath());
        $output = $this->output->getOutput();
        $outputs = [$output, $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output];
        $streams = array_map(self::streamOf(...), $outputs);
        try {
            return (new Migrations($streams[0], $streams[1], isConfigured: true))->run($this->given());
        } finally {
            chdir($before);
            foreach ($outputs as $i => $each) {
                if (!$each instanceof StreamOutput) {
                    rewind($streams[$i]);
                    $each->write((string) stream_get_contents($streams[$i]), false, OutputInterface::OUTPUT_RAW);
                }
            }
        }
    }

    /** @return list<string> the arguments of orm-migrate */
    private function given(): array
    {
        $given = [$this->option('status') ? 'status' : ($this->option('down') ? 'down' : 'migrate')];
        foreach ($this->option('connection') as $name) {
            $given[] = "--connection=$name";
        }
        foreach (['to', 'lock-timeout', 'statement-timeout'] as $name) {
            if ($this->option($name) !== null) {
                $given[] = "--$name=" . $this->option($name);
            }
        }
        foreach (['allow-loss', 'strict', 'dry-run'] as $name) {
            if ($this->option($name)) {
                $given[] = "--$name";
            }
        }

        return $given;
    }

    /** @return resource */
    private static function streamOf(OutputInterface $output)
    {
        return $output instanceof StreamOutput ? $output->getStream() : fopen('php://memory', 'w+');
    }
}
