<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use DateTimeInterface;
use DOMDocument;
use DOMElement;
use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/** XML: an element a key, text in CDATA sections. */
class XmlParser extends AbstractParser
{
    /** The characters of XML 1.0. */
    private const ALLOWED = '/^[\x{9}\x{A}\x{D}\x{20}-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]*+$/Du';

    public function fromArray(array $array, string $rootKey = 'data'): string
    {
        return $this->render($array, $rootKey, 'data');
    }

    public function listFromArray(array $array, string $rootKey = 'data'): string
    {
        return $this->render($array, $rootKey, self::itemName($rootKey));
    }

    public function toArray(string $data, string $rootKey = 'data'): array
    {
        // Document types declare entities: they can grow without end or name files, and no row needs one. In UTF-16
        // every second byte of this is zero.
        if (preg_match('/^[^<]*(?:(?:<\?.*?\?>|<!--.*?-->)\s*)*<!DOCTYPE/si', str_replace("\0", '', $data))) {
            throw self::typedDocument();
        }
        $document = new DOMDocument();
        $previous = libxml_use_internal_errors(true);
        try {
            $ok = $data !== '' && $document->loadXML($data, LIBXML_NONET);
            $error = libxml_get_last_error();
            libxml_clear_errors();
        } finally {
            libxml_use_internal_errors($previous);
        }
        if (!$ok || $document->documentElement === null) {
            throw new InvalidArgumentException(
                'The text is no XML' . ($error === false ? '' : ': ' . trim($error->message)),
            );
        }
        if ($document->doctype !== null) {
            throw self::typedDocument();
        }
        $array = self::fromElement($document->documentElement);

        return is_array($array) ? $array : [];
    }

    public function listToArray(string $data, string $rootKey = 'data'): array
    {
        return $this->toArray($data, $rootKey);
    }

    private static function typedDocument(): InvalidArgumentException
    {
        return new InvalidArgumentException('The XML has a document type (<!DOCTYPE …>), which is not read');
    }

    /** @param array<int|string, mixed> $array */
    private function render(array $array, string $rootKey, string $itemName): string
    {
        $document = new DOMDocument('1.0', 'UTF-8');
        $document->formatOutput = true;
        $root = $document->appendChild($document->createElement($rootKey));
        assert($root instanceof DOMElement);
        self::append($root, $array, $itemName);

        return (string) $document->saveXML();
    }

    /** @param array<int|string, mixed> $array */
    private static function append(DOMElement $parent, array $array, string $itemName): void
    {
        $document = $parent->ownerDocument;
        assert($document !== null);
        foreach ($array as $key => $value) {
            $name = is_int($key) ? $itemName : self::elementName($key);
            $element = $parent->appendChild($document->createElement($name));
            assert($element instanceof DOMElement);
            if ($value instanceof DateTimeInterface) {
                $element->setAttribute('type', 'xsd:dateTime');
                $element->appendChild($document->createTextNode($value->format(DATE_ATOM)));
            } elseif (is_array($value)) {
                self::append($element, $value, self::itemName((string) $key));
            } elseif (is_bool($value) || is_int($value) || is_float($value)) {
                $text = is_bool($value) ? (string) (int) $value : var_export($value, true);
                $element->appendChild($document->createTextNode($text));
            } elseif ($value !== null) {
                $text = match (true) {
                    is_resource($value) => (string) stream_get_contents($value, -1, 0),
                    is_object($value) && !$value instanceof Stringable => (string) json_encode($value),
                    default => (string) $value,
                };
                if (!preg_match(self::ALLOWED, $text)) {
                    // XML has no way to write these characters.
                    $element->setAttribute('encoding', 'base64');
                    $element->appendChild($document->createTextNode(base64_encode($text)));
                    continue;
                }
                if (str_contains($text, "\r")) {
                    // In a section it would come back as a line feed.
                    $element->appendChild($document->createTextNode($text));
                    continue;
                }
                // A section cannot contain its own end: the text goes on in a second one.
                foreach (explode(']]>', $text) as $i => $part) {
                    $element->appendChild($document->createCDATASection(($i > 0 ? '>' : '') . $part . (
                        $i < substr_count($text, ']]>') ? ']]' : ''
                    )));
                }
            }
        }
    }

    /** @return array<int|string, mixed>|string|null */
    private static function fromElement(DOMElement $element): array|string|null
    {
        $children = [];
        $counts = [];
        foreach ($element->childNodes as $child) {
            if ($child instanceof DOMElement) {
                $counts[$child->nodeName] = ($counts[$child->nodeName] ?? 0) + 1;
            }
        }
        foreach ($element->childNodes as $child) {
            if ($child instanceof DOMElement) {
                $value = self::fromElement($child);
                if ($counts[$child->nodeName] > 1 || self::itemName($element->nodeName) === $child->nodeName) {
                    $children[] = $value;
                } else {
                    $children[$child->nodeName] = $value;
                }
            }
        }
        if ($children !== []) {
            return $children;
        }

        $text = $element->textContent;
        if ($element->getAttribute('encoding') === 'base64') {
            $decoded = base64_decode($text, true);

            return $decoded !== false ? $decoded : throw new InvalidArgumentException(
                sprintf('The text of the element "%s" is no base64', $element->nodeName),
            );
        }

        return $text === '' && !$element->hasChildNodes() ? null : $text;
    }

    /** `Books` holds elements `Book`. */
    private static function itemName(string $rootKey): string
    {
        $name = str_ends_with($rootKey, 's') ? substr($rootKey, 0, -1) : $rootKey;

        return self::elementName($name);
    }

    private static function elementName(string $key): string
    {
        $name = (string) preg_replace('/[^\w.-]/', '_', $key);

        return preg_match('/^[A-Za-z_]/', $name) ? $name : '_' . $name;
    }
}
