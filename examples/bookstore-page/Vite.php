<?php

declare(strict_types=1);

namespace BookstorePage;

use RuntimeException;

/** The tags of an entry that "vite build" has made, by the manifest of Vite. */
final class Vite
{
    private const DIRECTORY = 'build';

    public static function tags(string $publicDirectory, string $entry): string
    {
        $manifest = $publicDirectory . '/' . self::DIRECTORY . '/manifest.json';
        if (!is_file($manifest)) {
            throw new RuntimeException('There is no manifest of Vite: run "npm run build".');
        }
        $chunk = json_decode((string) file_get_contents($manifest), true, 16, JSON_THROW_ON_ERROR)[$entry];
        $address = static fn (string $file): string => htmlspecialchars('/' . self::DIRECTORY . "/$file");
        $tags = array_map(
            static fn (string $file): string => sprintf('<link rel="stylesheet" href="%s">', $address($file)),
            $chunk['css'] ?? [],
        );
        $tags[] = sprintf('<script type="module" src="%s"></script>', $address($chunk['file']));

        return implode("\n", $tags);
    }
}
