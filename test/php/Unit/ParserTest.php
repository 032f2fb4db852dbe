<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Parser\AbstractParser;
use PHPUnit\Framework\TestCase;

final class ParserTest extends TestCase
{
    private const ROW = ['Id' => '1', 'Title' => "Line one\r\nline \"two\", ]]> & <b>", 'Isbn' => null];

    public function testObjectsComeBack(): void
    {
        foreach (['XML', 'JSON', 'CSV'] as $format) {
            $parser = AbstractParser::getParser($format);
            $back = $parser->toArray($parser->fromArray(self::ROW));
            // XML knows one kind of line end.
            $back['Title'] = $format === 'XML' ? str_replace("\n", "\r\n", $back['Title']) : $back['Title'];
            self::assertSame(self::ROW, $back, $format);
        }
    }

    public function testListsComeBack(): void
    {
        foreach (['XML', 'JSON', 'CSV'] as $format) {
            $parser = AbstractParser::getParser($format);
            $rows = [['Id' => '1', 'Title' => 'a'], ['Id' => '2', 'Title' => null]];
            self::assertSame($rows, $parser->listToArray($parser->listFromArray($rows, 'Books'), 'Books'), $format);
        }
    }

    public function testYamlIsReadableAndSafe(): void
    {
        $yaml = AbstractParser::getParser('yaml')->fromArray([
            'Id' => 1,
            'Title' => 'Plain text',
            'Null' => null,
            'Yes' => 'yes',
            'Number' => '12',
            'Quote' => "it's: a #trap",
            'Lines' => "a\nb",
            'Tags' => ['a', 'b'],
            'Deep' => ['x' => ['y' => ['z' => 1]]],
        ]);
        self::assertSame(
            "Id: 1\nTitle: Plain text\n'Null': null\n'Yes': 'yes'\nNumber: '12'\nQuote: 'it''s: a #trap'\n"
            . "Lines: \"a\\nb\"\nTags:\n    - a\n    - b\nDeep:\n    x:\n        'y': { z: 1 }\n",
            $yaml,
        );
    }

    public function testCsvFollowsTheRfc(): void
    {
        self::assertSame(
            "a,b\r\n\"x \"\"y\"\"\",\r\n",
            AbstractParser::getParser('CSV')->fromArray(['a' => 'x "y"', 'b' => null]),
        );
    }

    public function testCsvKeepsEveryValueInItsColumn(): void
    {
        $parser = AbstractParser::getParser('CSV');
        $text = $parser->listFromArray([['Id' => 1, 'Books' => []], ['Id' => 2, 'Author' => 'Ann'], ['Id' => 3]]);
        self::assertSame("Id,Books,Author\r\n1,[],\r\n2,,Ann\r\n3,,\r\n", $text);
        $rows = [['Title' => null], ['Title' => 'One'], ['Title' => null]];
        self::assertSame($rows, $parser->listToArray($parser->listFromArray($rows)));
        self::assertSame("a\r\n0.1234567890123456\r\n", $parser->fromArray(['a' => 0.1234567890123456]));
    }

    public function testStreamsAndObjectsAreWritten(): void
    {
        $stream = fopen('php://memory', 'r+');
        fwrite($stream, 'bytes');
        $row = ['File' => $stream, 'Object' => (object) ['a' => 1]];
        $json = AbstractParser::getParser('JSON');
        self::assertSame('{"File":"bytes","Object":{"a":1}}', $json->fromArray($row));
        $xml = AbstractParser::getParser('XML');
        self::assertSame(['File' => 'bytes', 'Object' => '{"a":1}'], $xml->toArray($xml->fromArray($row)));
        $this->expectException(InvalidArgumentException::class);
        $json->fromArray(['File' => "\xff"]);
    }

    public function testXmlReadsNoFiles(): void
    {
        $file = tempnam(sys_get_temp_dir(), 'orm');
        file_put_contents($file, 'hidden words');
        $xml = '<!DOCTYPE d [<!ENTITY e SYSTEM "file://' . $file . '">]><data><a>&e;</a></data>';
        self::assertStringNotContainsString('hidden', serialize(AbstractParser::getParser('XML')->toArray($xml)));
        unlink($file);
    }

    public function testInvalidInputIsRefused(): void
    {
        foreach (['XML' => '<a>', 'JSON' => '{', 'json' => '5'] as $format => $text) {
            try {
                AbstractParser::getParser($format)->toArray($text);
                self::fail($format);
            } catch (InvalidArgumentException $exception) {
                self::assertStringStartsWith('The ', $exception->getMessage());
            }
        }
        $this->expectException(InvalidArgumentException::class);
        AbstractParser::getParser('TOML');
    }
}
