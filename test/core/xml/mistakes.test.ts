import test from 'ava'
import { Source } from 'orm-core/internal'
import { placeOf } from '#core/errors/source.js'
import { isXmlProblem, parseXml } from '#core/xml/index.js'

/** A mistake in a schema, and how it is told: `line:column reason (hint)`, then each note in the same way. */
const mistakes: Readonly<Record<string, readonly [xml: string, ...told: readonly string[]]>> = {
  'a table without its end tag': [
    '<database name="shop">\n  <table name="book">\n    <column name="id"/>\n</database>',
    '2:3 <table name="book"> is not closed before </database>',
    '4:1 </database> is here',
  ],
  'a column that should end with a slash': [
    '<database>\n<table name="book">\n<column name="id">\n<column name="title"/>\n</table>\n</database>',
    '3:1 <column name="id"> is not closed before </table>',
    '5:1 </table> is here',
  ],
  'two columns that should end with a slash': [
    '<database>\n<table>\n<column name="id">\n<column name=\'title\'>\n</table>\n</database>',
    '3:1 <column name="id"> is not closed before </table>',
    "4:1 <column name='title'> is not closed either",
    '5:1 </table> is here',
  ],
  'a file that is cut off': [
    '<database name="shop">\n  <table name="book">\n    <column name="id"/>\n',
    '2:3 <table name="book"> is not closed before the end of the file',
    '1:1 <database name="shop"> is not closed either',
  ],
  'a root without its end tag': [
    '<database>\n<table name="a"/>\n',
    '1:1 <database> is not closed before the end of the file',
  ],
  'an end tag with a typing error': [
    '<database>\n<table name="book">\n</tabel>\n</database>',
    '3:1 </tabel> does not match the open tag <table name="book">',
    '2:1 opened here',
  ],
  'an end tag of an element that was closed already': [
    '<database>\n<table name="book"/>\n</table>\n</database>',
    '3:1 </table> does not match the open tag <database>',
    '1:1 opened here',
  ],
  'an end tag without its bracket': [
    '<database>\n<table name="book">\n</table\n</database>',
    '3:1 the closing tag </table has no ">"',
  ],
  'a start tag without its bracket': [
    '<database>\n<table name="book"\n<column name="id"/>\n</table>\n</database>',
    '2:1 the tag <table name="book" has no ">"',
  ],
  'a closing quote that is missing before another attribute': [
    '<database>\n<column name="id type="integer" size="3"/>\n</database>',
    '2:14 the value of "name" in <column> has no closing quote',
  ],
  'a closing quote that is missing before a blank value': [
    '<database>\n<column name="id type=" integer"/>\n</database>',
    '2:14 the value of "name" in <column> has no closing quote',
  ],
  'a closing quote that is missing at the end of the tag': [
    '<database>\n<column type="integer" name="id/>\n<column name="title"/>\n</database>',
    '2:29 the value of "name" in <column> has no closing quote',
  ],
  'a closing quote that is missing in the last value of the file': [
    '<database>\n<column name="id/>\n</database>',
    '2:14 the value of "name" in <column> has no closing quote',
  ],
  'an opening quote that is missing': [
    '<database>\n<column name=id" type="integer"/>\n</database>',
    '2:14 the value of "name" in <column> has no opening quote',
  ],
  'a value without quotes': [
    '<database>\n<column name="id" size=3/>\n</database>',
    '2:24 the value of "size" in <column> is not in quotes (write size="3")',
  ],
  'an attribute without a value': [
    '<database>\n<column name="id" required/>\n</database>',
    '2:19 the attribute "required" of <column> has no value (write required="…")',
  ],
  'an attribute given twice': [
    '<database>\n<column name="id"\n  size="1" size="2"/>\n</database>',
    '3:12 <column> has the attribute "size" twice',
    '3:3 first given here',
  ],
  'a bracket in a value': [
    '<database>\n<column name="id" default="a < b"/>\n</database>',
    '2:30 the value of "default" in <column> contains "<" (write &lt;)',
  ],
  'an ampersand in a value': [
    '<database>\n<table description="this & that"/>\n<!-- a; -->\n</database>',
    '2:26 an "&" that starts no entity (write &amp;)',
  ],
  'an ampersand in a text': [
    '<database>\n<parameter> a && b; </parameter></database>',
    '2:15 an "&" that starts no entity (write &amp;)',
  ],
  'a comment that is not closed': [
    '<database>\n<!-- <table name="book"/>\n</database>',
    '2:1 the comment that starts here is not closed with "-->"',
  ],
  'a CDATA section that is not closed': [
    '<database><a>\n<![CDATA[ x > y\n</a></database>',
    '2:1 the CDATA section that starts here is not closed with "]]>"',
  ],
  'tags in comments and CDATA sections do not count': [
    '<?xml version="1.0"?><!DOCTYPE a [<!ELEMENT b (c)>]>\n<a><!-- <b> & --><![CDATA[</a> &]]>\n<c d="=">\n</a>',
    '3:1 <c> is not closed before </a>',
    '4:1 </a> is here',
  ],
  'what a parser of XML alone knows': ['<a>\n< b/></a>', '2:3 disallowed character in tag name'],
}

for (const [name, [xml, ...told]] of Object.entries(mistakes)) {
  test(`a mistake is told by what is wrong, and where: ${name}`, (t) => {
    const parsed = parseXml(new Source('schema.xml', xml))
    if (!isXmlProblem(parsed)) return t.fail('it was read')
    const { notes = [], hint } = parsed
    const all = [{ at: parsed, message: `${parsed.reason}${hint ? ` (${hint})` : ''}` }, ...notes]
    const lines = all.map(({ at, message }) => `${placeOf(at).line}:${placeOf(at).column} ${message}`)
    return t.deepEqual(lines, told)
  })
}
