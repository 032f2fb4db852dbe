<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Orm;

/** The script `orm-migrate`, for servers without Node. */
final class Command
{
    private const HELP = <<<'TEXT'
        Usage: orm-migrate status|migrate|down [options]
               orm-migrate resolve VERSION --applied|--rolled-back [options]

        Applies the migrations that "orm migration:diff" wrote, by the same rules as "orm migrate".

          --config=…             the file that "orm config:convert" wrote (default: generated-conf/config.php)
          --dir=…                directory of the migrations (default: as configured)
          --table=…              table that records what was run (default: as configured)
          --connection=…         only this connection; can be repeated (default: all of the configuration)
          --format=…             text for people, or json for tools
          --to=…                 target version
          --lock-timeout=…       seconds to wait for another run, and for tables that others use (default: 30)
          --statement-timeout=…  seconds that a statement may take
          --dry-run              show the SQL, and do nothing
          --strict               migrate: refuse migrations that are older than the newest one that is applied
          --allow-loss           down: take rows away
          --applied              resolve: record a migration that stopped halfway as applied
          --rolled-back          resolve: forget it, so that "migrate" applies it from its start
          --exit-code            status: exit with 5 unless every migration is applied and unchanged

        Exit codes: 0 done, 1 the input has errors or a statement failed, 2 wrong usage, 3 a file cannot be read,
        4 database error, 5 see --exit-code.

        TEXT;

    private const VALUES = [
        'config', 'dir', 'table', 'connection', 'format', 'to', 'lock-timeout', 'statement-timeout',
    ];
    private const FLAGS = ['dry-run', 'strict', 'allow-loss', 'applied', 'rolled-back', 'exit-code', 'help'];
    private const UNREACHABLE = ['ORM-D001', 'ORM-D008', 'ORM-D027'];
    private const NOT_STOPPED = ['ORM-D030', 'ORM-D038'];

    /** @var array<string, list<string>> */
    private array $given = [];
    /** @var list<array<string, mixed>> */
    private array $found = [];
    private readonly ProgressLine $progress;

    /**
     * @param resource $out
     * @param resource $err
     * @param bool $isConfigured whether the application has configured its connections, so that no file is read
     */
    public function __construct(private $out, private $err, private readonly bool $isConfigured = false)
    {
        $this->progress = new ProgressLine($err);
    }

    /** @param list<string> $arguments the arguments after the name of the script */
    public function run(array $arguments): int
    {
        $commands = [];
        foreach ($arguments as $argument) {
            if (!str_starts_with($argument, '-')) {
                $commands[] = $argument;
                continue;
            }
            [$name, $value] = explode('=', ltrim($argument, '-'), 2) + [1 => null];
            $isFlag = in_array($name, self::FLAGS, true);
            if (!$isFlag && !in_array($name, self::VALUES, true)) {
                return $this->wrongUsage("there is no option --$name" . ($value === null ? '' : '=…'));
            }
            if ($isFlag !== ($value === null)) {
                return $this->wrongUsage($isFlag ? "--$name takes no value" : "--$name needs a value: --$name=…");
            }
            $this->given[$name][] = $value ?? '';
        }
        if (isset($this->given['help'])) {
            fwrite($this->out, self::HELP);

            return 0;
        }
        $command = array_shift($commands);
        if ($command === 'resolve') {
            $version = array_shift($commands) ?? '';
            if ($version === '') {
                return $this->wrongUsage('resolve needs the version of a migration');
            }
            if (isset($this->given['applied']) === isset($this->given['rolled-back'])) {
                return $this->wrongUsage('give one of --applied and --rolled-back');
            }
        }
        if ($commands !== [] || !in_array($command, ['status', 'migrate', 'down', 'resolve'], true)) {
            return $this->wrongUsage('give one of the commands status, migrate, down and resolve');
        }
        if (!in_array($this->option('format', 'text'), ['text', 'json'], true)) {
            return $this->wrongUsage('--format must be text or json');
        }
        foreach (['lock-timeout', 'statement-timeout'] as $name) {
            if (preg_match('/^\d*$/D', $this->option($name, '')) !== 1) {
                return $this->wrongUsage("--$name must be a whole number");
            }
        }
        try {
            return $this->onEach($command, $version ?? '');
        } catch (MigrationException $failure) {
            $this->progress->clear();
            fwrite($this->err, $failure->getMessage() . "\n");

            return in_array($failure->problem, self::UNREACHABLE, true) ? 4 : 1;
        } catch (ConnectionException $failure) {
            fwrite($this->err, 'ORM-D001 ' . $failure->getMessage() . "\n");

            return 4;
        }
    }

    private function onEach(string $command, string $version): int
    {
        if (!$this->isConfigured) {
            $config = $this->option('config', 'generated-conf/config.php');
            if (!is_file($config)) {
                $hint = 'run "orm config:convert", or name it by --config';
                fwrite($this->err, "orm-migrate: there is no $config; $hint\n");

                return 3;
            }
            require $config;
        }
        $container = Orm::getServiceContainer();
        $configured = array_map('strval', array_keys($container->getConnectionManagers()));
        if ($configured === []) {
            $hint = 'run "orm build" or "orm config:convert", and load the file that they write';
            throw new MigrationException('ORM-D014', "no connection is configured; $hint");
        }
        $names = $this->given['connection'] ?? $configured;
        ['table' => $table, 'directory' => $configuredDirectory] = $container->getMigrations();
        $directory = $this->option('dir', $configuredDirectory);
        $migrators = [];
        foreach ($names as $name) {
            if (!in_array($name, $configured, true)) {
                throw new MigrationException(
                    'ORM-D014',
                    "no connection \"$name\" is configured; configured: " . implode(', ', $configured),
                );
            }
            $rules = Rules::of($container->getAdapter($name)->getAdapterId());
            $database = new Database(
                $name,
                $container->getWriteConnection($name),
                $rules,
                $this->number('lock-timeout') ?? 30,
                fn (string $text) => fwrite($this->err, "notice: $text\n"),
            );
            $own = count($configured) > 1 ? "$directory/$name" : $directory;
            $onBatch = fn (Migration $migration, array $progress)
                => $this->progress->show("$name: {$migration->label()}", $progress);
            $migrators[$name] = new Migrator($database, $this->option('table', $table), $own, $onBatch);
        }
        if ($command === 'resolve') {
            return $this->resolve($version, $migrators);
        }
        foreach ($migrators as $name => $migrator) {
            array_map($migrator->know(...), $migrators);
            $this->execute($command, (string) $name, $migrator);
        }

        return $this->finish($command);
    }

    /**
     * Resolves a migration on each connection where it stopped halfway.
     *
     * @param non-empty-array<Migrator> $migrators
     */
    private function resolve(string $version, array $migrators): int
    {
        $as = isset($this->given['applied']) ? 'applied' : 'rolled-back';
        $isDryRun = isset($this->given['dry-run']);
        $refused = [];
        foreach ($migrators as $migrator) {
            try {
                if ($isDryRun) {
                    $this->showStopped($migrator->planResolve($version, $as));
                } else {
                    $lock = $this->number('lock-timeout') ?? 30;
                    $migrator->resolve($version, $as, $lock, $this->showStopped(...));
                }
            } catch (MigrationException $failure) {
                $refused[$failure->problem][] = $failure;
                if (!in_array($failure->problem, self::NOT_STOPPED, true)) {
                    throw $failure;
                }
            }
        }
        if ($this->found === []) {
            foreach ($refused['ORM-D038'] ?? [$refused['ORM-D030'][0]] as $failure) {
                fwrite($this->err, $failure->getMessage() . "\n");
            }

            return 1;
        }

        return $this->finish('resolve');
    }

    private function execute(string $command, string $name, Migrator $migrator): void
    {
        $to = isset($this->given['to']) ? $this->option('to', '') : null;
        if ($command === 'status') {
            array_push($this->found, ...$migrator->status());

            return;
        }
        $strict = isset($this->given['strict']);
        if (isset($this->given['dry-run'])) {
            $planned = $command === 'migrate' ? $migrator->planMigrate($to, $strict) : $migrator->planDown($to);
            foreach ($planned as [$migration, $statements]) {
                $this->plan($migration, $statements, $name, $migrator);
            }

            return;
        }
        $verb = $command === 'migrate' ? 'applied' : 'reverted';
        $done = function (
            Migration $migration,
            int $statements,
            float $seconds,
            array $own,
        ) use (
            $name,
            $verb,
            $command,
        ): void {
            $this->found[] = [
                'connection' => $name,
                'version' => $migration->version,
                'name' => $migration->name,
                'direction' => $command === 'migrate' ? 'up' : 'down',
                'statements' => $statements,
                'seconds' => $seconds,
            ] + $own;
            $this->progress->clear();
            $count = self::count($statements, 'statement') . ($own === [] ? '' : ' ('
                . self::count($own['rows'], 'row') . " in $own[batches] batch" . ($own['batches'] === 1 ? ')' : 'es)'));
            $this->line("{$migration->label()} $verb on connection \"$name\": $count in $seconds s");
        };
        $lock = $this->number('lock-timeout') ?? 30;
        $statement = $this->number('statement-timeout');
        if ($command === 'migrate') {
            $migrator->migrate($to, $strict, $lock, $statement, $done);
        } else {
            $migrator->down($to, isset($this->given['allow-loss']), $lock, $statement, $done);
        }
    }

    private static function count(int $number, string $noun): string
    {
        return "$number $noun" . ($number === 1 ? '' : 's');
    }

    /** @param list<Statement> $statements */
    private function plan(Migration $migration, array $statements, string $connection, Migrator $migrator): void
    {
        $batches = array_map(
            static fn (Statement $each): array => $each->batch === null ? [] : ['batch' => array_filter([
                'table' => implode('.', $each->batch->table),
                'key' => $each->batch->key,
                'size' => $each->batch->size,
                'pause' => $each->batch->pause,
                'rows' => $migrator->countRows($each->batch),
            ], static fn (mixed $value): bool => $value !== null)],
            $statements,
        );
        $this->found[] = [
            'connection' => $connection,
            'version' => $migration->version,
            'name' => $migration->name,
            'path' => $migration->path,
            'statements' => array_map(
                static fn (Statement $each, array $batch): array
                    => ['line' => $each->place->line, 'text' => $each->text] + $batch,
                $statements,
                $batches,
            ),
        ];
        $this->line("-- $migration->path on connection \"$connection\"");
        foreach ($statements as $index => $each) {
            if ($each->batch !== null) {
                $rows = $batches[$index]['batch']['rows'] ?? null;
                $this->line('-- in batches of ' . number_format($each->batch->size) . ' rows by '
                    . implode(', ', $each->batch->key)
                    . ($each->batch->pause === 0 ? '' : ", with a pause of {$each->batch->pause} ms")
                    . ($rows === null ? '' : ': ' . number_format($rows) . ' rows'));
            }
            $this->line("$each->text;");
        }
        $this->line('');
    }

    /**
     * Prints the SQL that was executed and that was not, so that somebody can complete it by hand.
     *
     * @param array<string, mixed> $state
     */
    private function showStopped(array $state): void
    {
        $this->found[] = $state;
        $since = isset($state['started']) ? '; since ' . self::time($state['started']) : '';
        $this->line('-- ' . self::labelOf($state) . ': ' . self::progressOf($state) . $since);
        foreach ($state['statements'] as ['line' => $line, 'text' => $text, 'state' => $done]) {
            $words = match ($done) {
                'failed' => "failed: $state[error]",
                'unknown' => 'may or may not have run',
                'partly executed' => "executed for $state[rows] of $state[totalRows] rows",
                default => $done,
            };
            $this->line("-- line $line: $words");
            $this->line("$text;");
        }
        $this->line('');
    }

    /** @param array<string, mixed> $state */
    private static function labelOf(array $state, string $words = ''): string
    {
        return "$state[version]_$state[name]$words on connection \"$state[connection]\"";
    }

    /**
     * Describes the progress of a stopped migration.
     *
     * @param array<string, mixed> $state
     */
    private static function progressOf(array $state): string
    {
        $all = $state['total'] ?? $state['done'];
        $unknown = isset($state['rows']) ? 'which is executed in batches' : 'the next may or may not have run';

        return (isset($state['total']) ? "$state[done] of " : '') . "$all statement" . ($all === 1 ? '' : 's')
            . " $state[direction] " . ($state['done'] === 1 ? 'is' : 'are') . ' done, '
            . (isset($state['rows']) ? "and $state[rows] of $state[totalRows] rows of the next, " : '')
            . (isset($state['error']) ? "the next one failed: $state[error]" : $unknown)
            . match ($state['file'] ?? null) {
                'missing' => '; its file is missing',
                'changed' => '; its file has other statements now',
                default => '',
            };
    }

    /** Formats a time as `2026-11-15 20:30:00 UTC`; times written by another tool are unchanged. */
    private static function time(string $text): string
    {
        return (string) preg_replace('/^(\S+)T(\S+?)(?:\.\d+)?Z$/', '$1 $2 UTC', $text);
    }

    private function finish(string $command): int
    {
        $isDryRun = isset($this->given['dry-run']);
        if ($this->isJson()) {
            $key = match (true) {
                $command === 'status' => 'migrations',
                $isDryRun => 'planned',
                default => $command === 'resolve' ? 'resolved' : 'done',
            };
            $options = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
            fwrite($this->out, json_encode([$key => $this->found], $options) . "\n");
        } elseif ($command === 'status') {
            $this->table();
        } elseif ($isDryRun) {
            $count = count($this->found);
            $what = $command === 'resolve' ? 'recorded as ' . self::wordOf($this->found[0]['as']) : 'executed';
            $this->line("$count migration" . ($count === 1 ? '' : 's') . " would be $what");
        } elseif ($command === 'resolve') {
            foreach ($this->found as $state) {
                $isPending = $state['as'] === 'rolled-back' && ($state['file'] ?? null) !== 'missing';
                $this->line(self::labelOf($state, ' recorded as ' . self::wordOf($state['as']))
                    . ($isPending ? ': "migrate" applies it from its start' : ''));
            }
        } elseif ($this->found === []) {
            $this->line($command === 'migrate' ? 'nothing to apply' : 'nothing to revert');
        }
        $isApplied = static fn (array $state): bool => $state['state'] === 'applied';

        return $command === 'status' && isset($this->given['exit-code'])
            && count(array_filter($this->found, $isApplied)) < count($this->found) ? 5 : 0;
    }

    private static function wordOf(string $as): string
    {
        return $as === 'applied' ? 'applied' : 'rolled back';
    }

    private function table(): void
    {
        foreach ($this->found as $state) {
            $detail = match ($state['state']) {
                'pending' => '',
                'stopped' => self::progressOf($state)
                    . (isset($state['next']) ? " ($state[next])" : '')
                    . (isset($state['file'])
                        ? ': restore it, or ' . MigrationException::resolveCommand($state['version'])
                        : ''),
                default => $state['finished'] ?? '',
            };
            $label = "$state[connection]: $state[version]_$state[name]";
            $this->line(rtrim(sprintf('%s  %-7s  %s', $label, $state['state'], $detail)));
        }
        if ($this->found === []) {
            $this->line('there are no migrations');
        }
    }

    private function line(string $text): void
    {
        if (!$this->isJson()) {
            fwrite($this->out, "$text\n");
        }
    }

    private function isJson(): bool
    {
        return $this->option('format', 'text') === 'json';
    }

    private function option(string $name, string $default): string
    {
        return $this->given[$name][count($this->given[$name] ?? []) - 1] ?? $default;
    }

    private function number(string $name): ?int
    {
        $value = $this->option($name, '');

        return $value === '' ? null : (int) $value;
    }

    private function wrongUsage(string $reason): int
    {
        fwrite($this->err, "orm-migrate: $reason; --help lists commands and options\n");

        return 2;
    }
}
