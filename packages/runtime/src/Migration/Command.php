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
          --exit-code            status: exit with 5 unless every migration is applied and unchanged

        Exit codes: 0 done, 1 the input has errors or a statement failed, 2 wrong usage, 3 a file cannot be read,
        4 database error, 5 see --exit-code.

        TEXT;

    private const VALUES = [
        'config', 'dir', 'table', 'connection', 'format', 'to', 'lock-timeout', 'statement-timeout',
    ];
    private const FLAGS = ['dry-run', 'strict', 'allow-loss', 'exit-code', 'help'];
    private const UNREACHABLE = ['ORM-D001', 'ORM-D008', 'ORM-D027'];

    /** @var array<string, list<string>> */
    private array $given = [];
    /** @var list<array<string, mixed>> */
    private array $found = [];

    /**
     * @param resource $out
     * @param resource $err
     */
    public function __construct(private $out, private $err)
    {
    }

    /** @param list<string> $arguments what stands behind the name of the script */
    public function run(array $arguments): int
    {
        $commands = [];
        foreach ($arguments as $argument) {
            if (!str_starts_with($argument, '-')) {
                $commands[] = $argument;
                continue;
            }
            [$name, $value] = explode('=', ltrim($argument, '-'), 2) + [1 => null];
            $isKnown = $value === null ? in_array($name, self::FLAGS, true) : in_array($name, self::VALUES, true);
            if (!$isKnown) {
                return $this->wrongUsage("there is no option --$name" . ($value === null ? '' : '=…'));
            }
            $this->given[$name][] = $value ?? '';
        }
        if (isset($this->given['help'])) {
            fwrite($this->out, self::HELP);

            return 0;
        }
        $isCommand = count($commands) === 1 && in_array($commands[0], ['status', 'migrate', 'down'], true);
        if (!$isCommand) {
            return $this->wrongUsage('give one of the commands status, migrate and down');
        }
        foreach (['lock-timeout', 'statement-timeout'] as $name) {
            if (preg_match('/^\d*$/D', $this->option($name, '')) !== 1) {
                return $this->wrongUsage("--$name must be a whole number");
            }
        }
        try {
            return $this->onEach($commands[0]);
        } catch (MigrationException $failure) {
            fwrite($this->err, $failure->getMessage() . "\n");

            return in_array($failure->problem, self::UNREACHABLE, true) ? 4 : 1;
        } catch (ConnectionException $failure) {
            fwrite($this->err, 'ORM-D001 ' . $failure->getMessage() . "\n");

            return 4;
        }
    }

    private function onEach(string $command): int
    {
        $config = $this->option('config', 'generated-conf/config.php');
        if (!is_file($config)) {
            $hint = 'run "orm config:convert", or name it by --config';
            fwrite($this->err, "orm-migrate: there is no $config; $hint\n");

            return 3;
        }
        require $config;
        $container = Orm::getServiceContainer();
        $configured = array_map('strval', array_keys($container->getConnectionManagers()));
        $names = $this->given['connection'] ?? $configured;
        ['table' => $table, 'directory' => $configuredDirectory] = $container->getMigrations();
        $directory = $this->option('dir', $configuredDirectory);
        $migrators = [];
        foreach ($names as $name) {
            if (!in_array($name, $configured, true)) {
                throw new MigrationException(
                    'ORM-D014',
                    "no connection \"$name\" is configured; configured: " . (implode(', ', $configured) ?: 'none'),
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
            $migrators[$name] = new Migrator($database, $this->option('table', $table), $own);
        }
        foreach ($migrators as $name => $migrator) {
            $this->execute($command, (string) $name, $migrator);
        }

        return $this->finish($command);
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
                $this->plan($migration, $statements, $name);
            }

            return;
        }
        $verb = $command === 'migrate' ? 'applied' : 'reverted';
        $done = function (Migration $migration, int $statements, float $seconds) use ($name, $verb, $command): void {
            $this->found[] = [
                'connection' => $name,
                'version' => $migration->version,
                'name' => $migration->name,
                'direction' => $command === 'migrate' ? 'up' : 'down',
                'statements' => $statements,
                'seconds' => $seconds,
            ];
            $count = "$statements statement" . ($statements === 1 ? '' : 's');
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

    /** @param list<Statement> $statements */
    private function plan(Migration $migration, array $statements, string $connection): void
    {
        $this->found[] = [
            'connection' => $connection,
            'version' => $migration->version,
            'name' => $migration->name,
            'path' => $migration->path,
            'statements' => array_map(
                static fn (Statement $each): array => ['line' => $each->place->line, 'text' => $each->text],
                $statements,
            ),
        ];
        $this->line("-- $migration->path on connection \"$connection\"");
        foreach ($statements as $each) {
            $this->line("$each->text;");
        }
        $this->line('');
    }

    private function finish(string $command): int
    {
        $isDryRun = isset($this->given['dry-run']);
        if ($this->isJson()) {
            $key = $command === 'status' ? 'migrations' : ($isDryRun ? 'planned' : 'done');
            $options = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
            fwrite($this->out, json_encode([$key => $this->found], $options) . "\n");
        } elseif ($command === 'status') {
            $this->table();
        } elseif ($isDryRun) {
            $count = count($this->found);
            $this->line("$count migration" . ($count === 1 ? '' : 's') . ' would be executed');
        } elseif ($this->found === []) {
            $this->line($command === 'migrate' ? 'nothing to apply' : 'nothing to revert');
        }
        $isApplied = static fn (array $state): bool => $state['state'] === 'applied';

        return $command === 'status' && isset($this->given['exit-code'])
            && count(array_filter($this->found, $isApplied)) < count($this->found) ? 5 : 0;
    }

    private function table(): void
    {
        foreach ($this->found as $state) {
            $detail = match ($state['state']) {
                'pending' => '',
                'stopped' => "$state[done] of $state[total] statements $state[direction] are done, "
                    . (isset($state['error'])
                        ? "the next one failed: $state[error]"
                        : 'the next may or may not have run')
                    . (isset($state['next']) ? " ($state[next])" : ''),
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
