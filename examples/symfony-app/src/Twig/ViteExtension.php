<?php

declare(strict_types=1);

namespace App\Twig;

use RuntimeException;
use Twig\Extension\AbstractExtension;
use Twig\TwigFunction;

/** The tags of an entry that "vite build" has made, by the manifest of Vite. */
final class ViteExtension extends AbstractExtension
{
    private const DIRECTORY = 'build';

    public function __construct(private readonly string $publicDirectory)
    {
    }

    public function getFunctions(): array
    {
        return [new TwigFunction('vite_entry', $this->tags(...), ['is_safe' => ['html']])];
    }

    private function tags(string $entry): string
    {
        $manifest = $this->publicDirectory . '/' . self::DIRECTORY . '/manifest.json';
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
