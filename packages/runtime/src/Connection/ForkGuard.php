<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use FFI;
use Orm\Runtime\Connection\Exception\ConnectionException;
use PDO;
use PDOStatement;
use Throwable;
use WeakMap;
use WeakReference;

use function function_exists;
use function getmypid;

/**
 * Keeps a child of pcntl_fork() from using its parent's connections.
 *
 * A fork copies the driver's handles, but not the sockets behind them, so the first process to read gets the reply.
 * When the child ends, PHP frees its copies. The drivers then roll back, deallocate statements and end the session that
 * the parent still uses; SQLite deletes the journal of the parent's transaction. PHP can neither keep a handle from
 * being freed nor close its file silently. The files of the copies are therefore replaced by one that can be neither
 * read nor written, which requires FFI and Linux. On other systems, the handles are kept until the child ends.
 *
 * Objects with handles store the id of the process that opened them. In another process, they call leave() before the
 * handle is used or freed.
 *
 * @internal
 */
final class ForkGuard
{
    /** @var WeakMap<PdoConnection|ConnectionWrapper|StatementWrapper, true>|null objects with handles */
    private static ?WeakMap $holders = null;

    /** @var list<PDO|PDOStatement> handles of the parent whose files could not be replaced */
    private static array $kept = [];

    /** @var list<WeakReference<PDO>> SQLite handles that application code may still have */
    private static array $left = [];

    /**
     * Called before a connection is opened.
     *
     * @return int the id of the process that will own the connection; 0: no fork is possible, or a fork copies the
     *     whole database
     */
    public static function owner(#[\SensitiveParameter] string $dsn): int
    {
        $isSqlite = str_starts_with($dsn, 'sqlite:');
        if (!function_exists('pcntl_fork') || ($isSqlite && preg_match('/:memory:|mode=memory/', $dsn) === 1)) {
            return 0;
        }
        self::leave();
        foreach ($isSqlite ? self::$left : [] as $handle) {
            // SQLite would assume that the new handle also has the locks of the old one.
            if ($handle->get() !== null) {
                throw new ConnectionException(
                    'The SQLite file is still open from before pcntl_fork(), so that it cannot be opened here: release'
                    . ' statements and results, or call Orm::closeConnections() before',
                );
            }
        }

        return (int) getmypid();
    }

    public static function watch(PdoConnection|ConnectionWrapper|StatementWrapper $holder): void
    {
        self::$holders ??= new WeakMap();
        self::$holders[$holder] = true;
    }

    /** Drops everything that another process has opened. */
    public static function leave(): void
    {
        $holders = [];
        foreach (self::$holders ?? [] as $holder => $_) {
            if ($holder->process !== getmypid()) {
                $holders[] = $holder;
            }
        }
        if ($holders === []) {
            return;
        }
        $files = [];
        $areSilent = true;
        foreach ($holders as $holder) {
            unset(self::$holders[$holder]);
            if ($holder instanceof PdoConnection) {
                $files += $holder->files;
                $areSilent = $areSilent && $holder->closesSilently();
            }
        }
        $mayFree = self::replace($files) || $areSilent;
        // Freeing a handle may call this method again.
        $handles = array_merge(...array_map(static fn (object $holder): array => $holder->leaveParent(), $holders));
        foreach ($handles as $handle) {
            if ($handle instanceof PDO && $handle->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite') {
                self::$left[] = WeakReference::create($handle);
            }
        }
        if (!$mayFree) {
            self::$kept = [...self::$kept, ...$handles];
        }
    }

    public static function refusal(): ConnectionException
    {
        return new ConnectionException(
            'The connection was opened by the process that this one was forked from, and cannot be used here',
        );
    }

    /**
     * @param array<int, string> $before an earlier result of files()
     * @return array<int, string> the sockets and files opened since then, by descriptor number
     */
    public static function filesSince(array $before): array
    {
        return array_filter(
            array_diff_key(self::files(), $before),
            static fn (string $file): bool => str_starts_with($file, 'socket:') || is_file($file),
        );
    }

    /**
     * @return array<int, string> all open files of the process by descriptor number; empty if they cannot be determined
     */
    public static function files(): array
    {
        $files = [];
        if (PHP_OS_FAMILY === 'Linux' && class_exists(FFI::class, false)) {
            foreach (@scandir('/proc/self/fd') ?: [] as $number) {
                $file = is_link("/proc/self/fd/$number") ? readlink("/proc/self/fd/$number") : false;
                if ($file !== false) {
                    $files[(int) $number] = $file;
                }
            }
        }

        return $files;
    }

    /**
     * @param array<int, string> $opened files opened by the parent
     * @return bool whether the handles can be freed
     */
    private static function replace(array $opened): bool
    {
        $databases = array_filter($opened, is_file(...));
        $inherited = [];
        foreach (self::files() as $number => $file) {
            $database = preg_replace('/-(?:journal|wal|shm)$/D', '', $file);
            if (($opened[$number] ?? null) === $file || in_array($database, $databases, true)) {
                $inherited[$number] = $file;
            }
        }
        if ($inherited === []) {
            return $opened !== [];
        }
        try {
            $libc = FFI::cdef('
                int open(const char *path, int flags);
                int close(int file);
                int dup2(int from, int to);
                void *mmap(uintptr_t address, size_t length, int protection, int flags, int file, long offset);
            ');
            foreach ($inherited as $number => $file) {
                if (str_ends_with($file, '-shm')) {
                    self::unshare($libc, $number, $file);
                }
            }
            // A directory has a size, as a transaction's journal does, but reading, writing and locking it fail. With
            // an empty file, SQLite would conclude that the transaction has ended and delete the journal.
            $directory = $libc->open('/usr', 0);
            foreach ($inherited as $number => $_) {
                $libc->dup2($directory, $number);
            }
            $libc->close($directory);
        } catch (Throwable) {
            return false;
        }

        return $directory >= 0;
    }

    /** Replaces the memory that SQLite shares with other processes by a private copy. */
    private static function unshare(FFI $libc, int $number, string $file): void
    {
        [$read, $write, $private, $fixed] = [1, 2, 2, 16];
        $line = '/^([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) \S+ \d+ +' . preg_quote($file, '/') . '$/m';
        preg_match_all($line, (string) file_get_contents('/proc/self/maps'), $matches, PREG_SET_ORDER);
        foreach ($matches as [, $start, $end, $offset]) {
            $length = hexdec($end) - hexdec($start);
            $libc->mmap(hexdec($start), $length, $read | $write, $private | $fixed, $number, hexdec($offset));
        }
    }
}
