<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use DateTime;
use DateTimeImmutable;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Parser\CsvParser;
use Orm\Runtime\Parser\JsonParser;
use Orm\Runtime\Parser\XmlParser;
use Orm\Runtime\Parser\YamlParser;
use Orm\Tests\Support\ProcessorTime;
use PHPUnit\Framework\TestCase;

final class ParserTest extends TestCase
{
    private const ROW = ['Id' => '1', 'Title' => "Line one\r\nline \"two\", ]]> & <b>", 'Isbn' => null];

    public function testObjectsComeBack(): void
    {
        foreach (['XML', 'JSON', 'CSV'] as $format) {
            $parser = AbstractParser::getParser($format);
            $back = $parser->toArray($parser->fromArray(self::ROW));
            self::assertSame(self::ROW, $back, $format);
        }
    }

    public function testXmlTakesEveryText(): void
    {
        $parser = AbstractParser::getParser('XML');
        $row = ['Zero' => "a\0b", 'Bytes' => "\xff\xfe", 'Not' => "\u{FFFE}", 'Blanks' => " \t\n\r\n "];
        for ($byte = 0; $byte < 256; $byte++) {
            $row['B' . $byte] = 'x' . chr($byte) . ']]>';
        }
        self::assertSame($row, $parser->toArray($parser->fromArray($row)));
        $this->expectException(InvalidArgumentException::class);
        $parser->toArray('<data><a encoding="base64">*</a></data>');
    }

    public function testKeysComeBackFromXml(): void
    {
        $parser = AbstractParser::getParser('XML');
        $rows = [
            ['data' => 'a column of this name'],
            ['id' => '1', 'data' => ['data' => ['datas' => ['data' => '2']]]],
            ['books' => ['book' => 'not a list'], 'lists' => ['x', 'y']],
            ['a b' => '1', 'a_b' => '2', "l\ni\tne" => '3', '7up' => '4', 'ä' => '5', '' => '6', '"<&' => '7'],
        ];
        foreach ($rows as $row) {
            self::assertSame($row, $parser->toArray($parser->fromArray($row)));
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

    public function testDatesComeBackFromXml(): void
    {
        $parser = AbstractParser::getParser('XML');
        $row = ['Day' => new DateTime('2024-02-29T12:00:00+02:00'), 'Days' => [new DateTimeImmutable('2025-01-01')]];
        self::assertEquals($row, $parser->toArray($parser->fromArray($row)));
        $this->expectException(InvalidArgumentException::class);
        $parser->toArray('<data><Day type="xsd:dateTime">never</Day></data>');
    }

    public function testFamiliesOfEachFormat(): void
    {
        $json = new JsonParser();
        self::assertSame('{"a":1}', $json->toJSON(['a' => 1]));
        self::assertSame('{"x":{"a":1}}', $json->toJSON(['a' => 1], 'x'));
        self::assertSame(['a' => 1], $json->fromJSON('{"x":{"a":1}}', 'x'));
        self::assertSame("x:\n    a: 1\n", (new YamlParser())->toYAML(['a' => 1], 'x'));
        $xml = new XmlParser();
        self::assertSame(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Books>\n  <Book>\n    <a><![CDATA[\u{e9}]]></a>\n"
            . "  </Book>\n</Books>\n",
            $xml->listToXML([['a' => "\xe9"]], 'Books', 'ISO-8859-1'),
        );
        self::assertSame(['a' => 'b'], $xml->fromXML($xml->toXML(['a' => 'b'])));
        $csv = new CsvParser();
        self::assertSame("1,2\r\n", $csv->toCSV(['a' => 1, 'b' => 2], false, false));
        self::assertSame([['1', '2']], $csv->fromCSV("1,2\r\n", true, false));
        self::assertSame(['a' => '1'], $csv->fromCSV("a\r\n1\r\n"));
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
        // As in a row of a related object.
        $csv = AbstractParser::getParser('CSV');
        self::assertSame(
            "Sheet\r\n\"{\"\"File\"\":\"\"bytes\"\",\"\"Object\"\":{\"\"a\"\":1}}\"\r\n",
            $csv->fromArray(['Sheet' => $row]),
        );
        $xml = AbstractParser::getParser('XML');
        self::assertSame(['File' => 'bytes', 'Object' => '{"a":1}'], $xml->toArray($xml->fromArray($row)));
        $this->expectException(InvalidArgumentException::class);
        $json->fromArray(['File' => "\xff"]);
    }

    public function testCsvLosesNoValueThatJsonCannotContain(): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('The value of "Photo" cannot be written as JSON');
        AbstractParser::getParser('CSV')->fromArray(['Id' => 1, 'Sheet' => ['Photo' => "\xff"]]);
    }

    public function testXmlReadsNoFiles(): void
    {
        $file = tempnam(sys_get_temp_dir(), 'orm');
        file_put_contents($file, 'hidden words');
        $xml = '<!DOCTYPE d [<!ENTITY e SYSTEM "file://' . $file . '">]><data><a>&e;</a></data>';
        try {
            self::fail(serialize(AbstractParser::getParser('XML')->toArray($xml)));
        } catch (InvalidArgumentException $refusal) {
            self::assertStringContainsString('a DOCTYPE', $refusal->getMessage());
        }
        unlink($file);
    }

    public function testXmlWithADocumentTypeIsRefusedHoweverItIsWritten(): void
    {
        $bomb = '<!DOCTYPE d [<!ENTITY a "' . str_repeat('x', 10_000) . '"><!ENTITY b "'
            . str_repeat('&a;', 10_000) . '">]><data a="&b;">&b;</data>';
        $documents = [
            '<!DOCTYPE data><data/>', $bomb, '<!doctype data><data/>',
            "\xef\xbb\xbf<?xml version=\"1.0\"?><!-- c --> <?p i?>\n<!DOCTYPE data><data/>",
            mb_convert_encoding("\u{feff}<!DOCTYPE data><data/>", 'UTF-16LE'),
            mb_convert_encoding('<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE data><data/>', 'UTF-16BE'),
            mb_convert_encoding("\u{feff}<!DOCTYPE data><data/>", 'UTF-32BE'),
        ];
        $begin = ProcessorTime::seconds();
        foreach ($documents as $document) {
            try {
                self::fail(serialize(AbstractParser::getParser('XML')->toArray($document)));
            } catch (InvalidArgumentException $refusal) {
                self::assertMatchesRegularExpression('/a DOCTYPE|^The /', $refusal->getMessage());
            }
        }
        self::assertLessThan(1.0, ProcessorTime::seconds() - $begin);
        $html = ['Page' => '<!DOCTYPE html><p>text</p>'];
        $parser = AbstractParser::getParser('XML');
        self::assertSame($html, $parser->toArray($parser->fromArray($html)));
    }

    public function testCsvCanBeMadeHarmlessForSpreadsheets(): void
    {
        $cells = [
            '=1+1' => "\"'=1+1\"", '+1+cmd|x' => "\"'+1+cmd|x\"", '-2+3' => "\"'-2+3\"", '@SUM(A1)' => "\"'@SUM(A1)\"",
            "\t=1" => "\"'\t=1\"", "\r=1" => "\"'\r=1\"", '＝1' => "\"'＝1\"",
            '=HYPERLINK("x")' => "\"'=HYPERLINK(\"\"x\"\")\"",
            '-5.20' => '-5.20', '+3' => '+3', '1e5' => '1e5', 'a=1' => 'a=1', '' => '',
        ];
        foreach ($cells as $value => $cell) {
            $row = ['a' => $value, 'b' => 1];
            self::assertSame("a,b\r\n$cell,1\r\n", (new CsvParser(neutral: true))->fromArray($row));
            self::assertStringNotContainsString("'", (new CsvParser())->fromArray($row));
        }
        self::assertSame("\"'=x\"\r\n-5\r\n", (new CsvParser(true))->fromArray(['=x' => -5]));
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
