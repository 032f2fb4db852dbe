<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use DateTime;
use DateTimeInterface;
use DOMDocument;
use DOMElement;
use DOMNode;
use Exception;
use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/** XML: one element per key, strings in CDATA sections. */
class XmlParser extends AbstractParser
{
    /** The characters that XML 1.0 allows. */
    private const ALLOWED = '/^[\x{9}\x{A}\x{D}\x{20}-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]*+$/Du';

    public function fromArray(array $array, string $rootKey = 'data', ?string $charset = null): string
    {
        return $this->toXML($array, $rootKey, $charset);
    }

    public function listFromArray(array $array, ?string $rootKey = 'data', ?string $charset = null): string
    {
        return $this->listToXML($array, $rootKey ?? 'data', $charset);
    }

    /**
     * @param array<int|string, mixed> $array
     * @param string|null $charset the charset of the strings, if it is not UTF-8
     */
    public function toXML(array $array, string $rootElementName = 'data', ?string $charset = null): string
    {
        $root = $this->arrayToDOM($array, $this->getRootNode($rootElementName), $charset);

        return (string) $root->ownerDocument?->saveXML();
    }

    /**
     * @param array<int|string, mixed> $array rows
     * @param string|null $charset the charset of the strings, if it is not UTF-8
     */
    public function listToXML(array $array, string $rootElementName = 'data', ?string $charset = null): string
    {
        return $this->toXML($array, $rootElementName, $charset);
    }

    public function toArray(string $data, string $rootKey = 'data'): array
    {
        return $this->fromXML($data, $rootKey);
    }

    /** @return array<int|string, mixed> */
    public function fromXML(string $data, string $rootKey = 'data'): array
    {
        // Document types are rejected: their entities can expand without limit or refer to files, and no row needs
        // them. In UTF-16, every second byte of this is zero.
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
                'The text is not valid XML' . ($error === false ? '' : ': ' . trim($error->message)),
            );
        }
        if ($document->doctype !== null) {
            throw self::typedDocument();
        }

        return $this->convertDOMElementToArray($document->documentElement);
    }

    /** Creates a document and returns its root element. */
    protected function getRootNode(string $rootElementName): DOMElement
    {
        $document = new DOMDocument('1.0', 'UTF-8');
        $document->formatOutput = true;
        $root = $document->appendChild($document->createElement(self::elementName($rootElementName)));
        assert($root instanceof DOMElement);

        return $root;
    }

    /** @param array<int|string, mixed> $array */
    protected function arrayToDOM(array $array, DOMElement $rootElement, ?string $charset = null): DOMElement
    {
        $document = $rootElement->ownerDocument;
        assert($document !== null);
        foreach ($array as $key => $value) {
            $name = is_int($key) ? self::itemName($rootElement->nodeName) : self::elementName($key);
            $element = $rootElement->appendChild($document->createElement($name));
            assert($element instanceof DOMElement);
            $isPlain = $name === (string) $key && $name !== self::itemName($rootElement->nodeName);
            if (!is_int($key) && !$isPlain && preg_match(self::ALLOWED, $key)) {
                // The element name differs from the key, or it is the name used for list items.
                $element->setAttribute('key', $key);
            }
            if ($value === []) {
                // An empty element without a type means null.
                $element->setAttribute('type', 'list');
            } elseif (is_array($value)) {
                $this->arrayToDOM($value, $element, $charset);
            } elseif ($value instanceof DateTimeInterface) {
                $element->setAttribute('type', 'xsd:dateTime');
                $element->appendChild($document->createTextNode($value->format(DATE_ATOM)));
            } elseif (is_bool($value) || is_int($value) || is_float($value)) {
                $text = is_bool($value) ? (string) (int) $value : var_export($value, true);
                $element->appendChild($document->createTextNode($text));
            } elseif ($value !== null) {
                self::appendText($element, match (true) {
                    is_resource($value) => (string) stream_get_contents($value, -1, 0),
                    is_object($value) && !$value instanceof Stringable => (string) json_encode($value),
                    $charset !== null => (string) iconv($charset, 'UTF-8', (string) $value),
                    default => (string) $value,
                });
            }
        }

        return $rootElement;
    }

    /**
     * @return array<int|string, mixed> the content of an element, by element name; elements with the same name form a
     *     list
     */
    protected function convertDOMElementToArray(DOMNode $data): array
    {
        $counts = [];
        foreach ($data->childNodes as $child) {
            $isMember = $child instanceof DOMElement && !$child->hasAttribute('key');
            $counts[$child->nodeName] = ($counts[$child->nodeName] ?? 0) + (int) $isMember;
        }
        $array = [];
        foreach ($data->childNodes as $child) {
            if (!$child instanceof DOMElement) {
                continue;
            }
            $value = $this->hasOnlyTextNodes($child) ? self::value($child) : $this->convertDOMElementToArray($child);
            if ($child->hasAttribute('key')) {
                $array[$child->getAttribute('key')] = $value;
            } elseif ($counts[$child->nodeName] > 1 || self::itemName($data->nodeName) === $child->nodeName) {
                $array[] = $value;
            } else {
                $array[$child->nodeName] = $value;
            }
        }

        return $array;
    }

    /** Returns whether a node contains only text or nothing. */
    protected function hasOnlyTextNodes(DOMNode $node): bool
    {
        foreach ($node->childNodes as $child) {
            if ($child instanceof DOMElement) {
                return false;
            }
        }

        return true;
    }

    private static function appendText(DOMElement $element, string $text): void
    {
        $document = $element->ownerDocument;
        assert($document !== null);
        if (!preg_match(self::ALLOWED, $text)) {
            // XML cannot represent these characters.
            $element->setAttribute('encoding', 'base64');
            $element->appendChild($document->createTextNode(base64_encode($text)));
        } elseif (str_contains($text, "\r")) {
            // In a CDATA section, it would be read as a line feed.
            $element->appendChild($document->createTextNode($text));
        } else {
            // A CDATA section cannot contain its own end, so the text continues in another section.
            foreach (explode(']]>', $text) as $i => $part) {
                $element->appendChild($document->createCDATASection(($i > 0 ? '>' : '') . $part . (
                    $i < substr_count($text, ']]>') ? ']]' : ''
                )));
            }
        }
    }

    /** @return string|DateTime|list<never>|null */
    private static function value(DOMElement $element): string|DateTime|array|null
    {
        $text = $element->textContent;
        if ($text === '' && $element->getAttribute('type') === 'list') {
            return [];
        }
        if ($element->getAttribute('encoding') === 'base64') {
            $decoded = base64_decode($text, true);

            return $decoded !== false ? $decoded : throw new InvalidArgumentException(
                sprintf('The text of the element "%s" is not valid base64', $element->nodeName),
            );
        }
        if ($element->getAttribute('type') === 'xsd:dateTime' && $text !== '') {
            try {
                return new DateTime($text);
            } catch (Exception $failure) {
                throw new InvalidArgumentException(
                    sprintf('The text of the element "%s" is not a valid date', $element->nodeName),
                    0,
                    $failure,
                );
            }
        }

        return $text === '' && !$element->hasChildNodes() ? null : $text;
    }

    private static function typedDocument(): InvalidArgumentException
    {
        return new InvalidArgumentException('XML with a DOCTYPE is not accepted');
    }

    /** Returns the name for list items: `Books` contains elements named `Book`. */
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
