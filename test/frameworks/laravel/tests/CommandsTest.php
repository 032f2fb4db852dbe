<?php

declare(strict_types=1);

namespace Tests;

use App\Orm\Book;
use App\Orm\BookQuery;
use Illuminate\Support\Facades\Artisan;
use Orm\Laravel\Configuration;
use Orm\Laravel\Testing\RefreshDatabase;
use Orm\Runtime\Orm;

final class CommandsTest extends TestCase
{
    use RefreshDatabase;

    /** @param array<string, mixed> $arguments */
    private function assertCommand(int $code, string $output, string $command, array $arguments = []): void
    {
        $found = Artisan::call($command, $arguments);
        $this->assertStringContainsString($output, Artisan::output());
        $this->assertSame($code, $found);
    }

    public function testCommandsOfNodeAreCalled(): void
    {
        $script = $this->app->storagePath() . '/orm';
        file_put_contents($script, "#!/bin/sh\necho \"\$PWD \$*\"; echo wrong >&2; exit 3\n");
        chmod($script, 0o755);
        config(['orm.command' => $script]);
        $folder = (string) realpath($this->app->basePath());
        $this->assertCommand(3, "$folder build --check", 'orm:build', ['arguments' => ['--check']]);
        $this->assertCommand(3, "$folder seed --env=demo", 'orm:seed', ['arguments' => ['--env=demo']]);
        config(['orm.command' => null]);
        $this->assertCommand(1, 'run "npm install --save-dev orm-cli"', 'orm:build');
    }

    public function testSeedsAreNotWrittenToAnotherDatabase(): void
    {
        $own = Orm::getConnectionManager('default')->getConfiguration();
        $file = ['config' => config('orm.config')];
        $same = ['dsn' => $own['dsn'] . ($own['dsn'][0] === 's' ? '' : ';'), 'user' => $own['user'] ?? null];
        try {
            Configuration::load($file + ['connections' => ['default' => $same]], []);
            $this->assertSame([], Configuration::replaced());
            $other = ['dsn' => strtok($own['dsn'], ':') . ':dbname=another'];
            Configuration::load($file + ['connections' => ['default' => $other]], []);
            $this->assertCommand(1, 'config/orm.php has another database for default', 'orm:seed');
        } finally {
            Configuration::load($file, []);
        }
    }

    public function testMigrationsAreApplied(): void
    {
        $folder = $this->app->basePath('generated-migrations');
        is_dir($folder) || mkdir($folder);
        $file = "$folder/20300101000000_add_shelf.sql";
        file_put_contents($file, "-- orm: up\nCREATE TABLE shelf (id INTEGER);\n\n-- orm: down\nDROP TABLE shelf;\n");
        Orm::reset();
        try {
            $this->assertCommand(0, 'CREATE TABLE shelf', 'orm:migrate', ['--dry-run' => true]);
            $this->assertCommand(0, 'add_shelf applied on connection "default"', 'orm:migrate');
            $this->assertCommand(0, 'add_shelf', 'orm:migrate', ['--status' => true]);
            $this->assertCommand(0, 'reverted', 'orm:migrate', ['--down' => true, '--allow-loss' => true]);
            $this->assertCommand(1, 'no connection "x" is configured', 'orm:migrate', ['--connection' => ['x']]);
        } finally {
            unlink($file);
        }
    }

    public function testMigrationsAskInProduction(): void
    {
        $this->app['env'] = 'production';
        $found = Artisan::call('orm:migrate', ['--no-interaction' => true]);
        $this->assertSame(1, $found, Artisan::output());
    }

    public function testFactoriesMakeRows(): void
    {
        $books = Book::factory(3)->state(['title' => 'Emma'])->create();
        $this->assertCount(3, $books);
        $this->assertSame(3, BookQuery::create()->filterByTitle('Emma')->count());
        $this->assertInstanceOf(Book::class, Book::factory()->makeOne());
    }
}
