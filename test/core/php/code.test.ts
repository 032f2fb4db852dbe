import test from 'ava'
import { docBlock, returned, wrapped, wrappedLines } from '#core/php/code/layout.js'
import { PhpClass, type PhpMethod } from '#core/php/code/php-class.js'
import { printClass } from '#core/php/code/print.js'
import { contribute } from '#core/php/contributions.js'
import { Imports } from '#core/php/imports.js'

const method = (name: string, changes: Partial<PhpMethod> = {}): PhpMethod => ({
  name,
  doc: [],
  modifiers: 'public',
  parameters: ['int $a = 1', 'array $b = [1, 2]'],
  returns: 'int',
  body: '        return 1;\n',
  ...changes,
})

const classOf = (...methods: PhpMethod[]): PhpClass => {
  const php = new PhpClass('class', { short: 'Book', namespace: 'Shop' })
  php.methods = methods
  return php
}

const print = (php: PhpClass, nativeReturnTypes = true): string =>
  printClass(php, new Imports('Shop', 'Book'), { notice: '', nativeReturnTypes, mayImportInVain: false })

test('a head that is too long has a line for each parameter', (t) => {
  const parameters = ['?string $aParameterWithAName = null', 'array $anotherParameterWithAName = [1, 2]']
  const text = print(classOf(method('aMethodWithARatherLongName', { parameters, returns: 'static' })))
  t.true(
    text.includes(`
    public function aMethodWithARatherLongName(
        ?string $aParameterWithAName = null,
        array $anotherParameterWithAName = [1, 2],
    ): static {
        return 1;
    }
`),
  )
})

test('a docblock that is too long for one line has three', (t) => {
  const text = 'word '.repeat(25).trim()
  t.is(docBlock([text], '    '), `    /**\n     * ${text}\n     */\n`)
  t.is(docBlock(['a', '', 'b'], ''), '/**\n * a\n *\n * b\n */\n')
  t.is(docBlock(['a'], ''), '/** a */\n')
  t.is(docBlock([], ''), '')
})

test('only lines that are too long are broken', (t) => {
  const short = '        return 1;\n'.repeat(20)
  t.is(wrappedLines(short), short)
  const name = 'aName'.repeat(12)
  t.is(
    wrappedLines(`${short}        call($${name}, $${name});\n${short}`),
    `${short}        call(\n            $${name},\n            $${name},\n        );\n${short}`,
  )
})

const linesOf = (line: string): string[] => wrapped(line).split('\n')

test('long lines of a body are broken where PHP breaks them', (t) => {
  const name = 'aName'.repeat(9)
  t.deepEqual(linesOf(`        return $this->call($${name}, [1, 2], $${name});`), [
    '        return $this->call(',
    `            $${name},`,
    '            [1, 2],',
    `            $${name},`,
    '        );',
  ])
  t.deepEqual(linesOf(`        if ($${name} !== null && ($${name} || $a)) {`), [
    '        if (',
    `            $${name} !== null`,
    `            && ($${name} || $a)`,
    '        ) {',
  ])
  t.deepEqual(linesOf(`        return $a || ($${name} !== null && $${name} !== $${name});`), [
    '        return $a',
    '            || (',
    `                $${name} !== null`,
    `                && $${name} !== $${name}`,
    '            );',
  ])
  const comment = `        // ${'words (in brackets, '.repeat(8)})`
  t.deepEqual(linesOf(comment), [comment])
  t.true(linesOf(`    public const A = 'SELECT ${'column, '.repeat(30)}';`).every((line) => line.length <= 120))
})

test('a comma is put only where PHP takes one', (t) => {
  const long = 'aName'.repeat(30)
  for (const line of [
    `        $this->modifiedColumns[PlayerTableMap::COL_${long}] = true;`,
    `        return (string) $this->${long};`,
    `        foreach ($this->${long} as $each) {`,
    `        return empty($this->${long});`,
    `        $this->${long} = ($a ? $b : $c);`,
    `        $this->${long} = $row[0];`,
  ]) {
    t.is(wrapped(line), line)
  }
  t.is(wrapped(`        $this->${long}[0]($a);`), `        $this->${long}[0](\n            $a,\n        );`)
})

test('a class named enum can be imported under another name', (t) => {
  const imports = new Imports('Base', 'Enum')
  imports.use('Enum', 'ChildEnum')
  t.is(imports.print(), 'use \\Enum as ChildEnum;')
})

test('what a method returns is broken as the whole line would be', (t) => {
  const name = 'aName'.repeat(8)
  const sum = [`$this->${name}`, `($this->${name} - $this->${name})`, '1']
  t.is(returned(['$a'], '+'), '$a')
  t.is(returned(['$a', '$b'], '&&'), '$a && $b')
  t.is(`        return ${returned(sum, '+')};`, wrapped(`        return ${sum.join(' + ')};`))
  t.is(
    `        return ${returned([`($a !== null && ($${name} || $${name} || $${name}))`, '$b'], '||')};`,
    `        return (
                $a !== null
                && (
                    $${name}
                    || $${name}
                    || $${name}
                )
            )
            || $b;`,
  )
})

test('a word of a constant that is too long stands alone', (t) => {
  const word = 'w'.repeat(130)
  t.deepEqual(linesOf(`    public const A = 'a ${word} b';`), [
    "    public const A = 'a '",
    `        . '${word} '`,
    "        . 'b';",
  ])
})

test('members are printed with one blank line between, fields without docblocks together', (t) => {
  const php = classOf(method('one'), method('two', { doc: ['The second.'] }))
  const field = { doc: [], modifiers: 'protected', type: 'int' }
  php.properties.push(
    { ...field, name: 'a', value: '1', doc: ['The a.'] },
    { ...field, name: 'b', value: '2' },
    { ...field, name: 'c' },
  )
  php.constants.push({ name: 'C', doc: [], modifiers: 'public', value: '3' })
  t.is(
    print(php),
    `<?php

declare(strict_types=1);

namespace Shop;

class Book
{
    public const C = 3;

    /** The a. */
    protected int $a = 1;

    protected int $b = 2;
    protected int $c;

    public function one(int $a = 1, array $b = [1, 2]): int
    {
        return 1;
    }

    /** The second. */
    public function two(int $a = 1, array $b = [1, 2]): int
    {
        return 1;
    }
}
`,
  )
})

test('types move into docblocks, except where the runtime declares them', (t) => {
  const php = classOf(method('one'), method('getOMClass'), method('told', { doc: ['@return 1|2'] }))
  php.properties.push({ name: 'a', doc: [], modifiers: 'protected', type: '?int', value: 'null' })
  const text = print(php, false)
  t.regex(text, /\/\*\* @var \?int \*\/\n {4}protected \$a = null;/)
  t.regex(text, /\/\*\* @return int \*\/\n {4}public function one\(int \$a = 1, array \$b = \[1, 2\]\)\n {4}\{/)
  t.regex(text, /public function getOMClass\(int \$a = 1, array \$b = \[1, 2\]\): int\n/)
  t.regex(text, /\/\*\* @return 1\|2 \*\/\n {4}public function told/)
})

test('behaviors add members and change the finished class', (t) => {
  const php = contribute(classOf(method('one'), method('two')), {
    methods: [method('three')],
    constants: [{ name: 'X', doc: [], modifiers: 'public', value: '1' }],
    filters: [
      (finished) => {
        finished.methods = finished.methods.filter(({ name }) => name !== 'one')
      },
      (finished) => finished.addMethodBefore('TWO', { node: method('between') }),
    ],
  })
  t.deepEqual(
    php.methods.map(({ name }) => name),
    ['between', 'two', 'three'],
  )
  t.true(print(php).includes('public const X = 1;'))
  t.throws(() => php.removeMethod('four'), { message: 'the class Book has no method four()' })
})

test('an import that the code does not mention is left out, a name taken twice is written in full', (t) => {
  const imports = new Imports('Shop', 'Book')
  t.is(imports.use('Other\\Thing'), 'Thing')
  t.is(imports.use('Third\\Thing'), '\\Third\\Thing')
  t.is(imports.use('Other\\Book'), '\\Other\\Book')
  t.is(imports.use('Other\\Book', 'OtherBook'), 'OtherBook')
  t.is(imports.use('Shop\\Author'), 'Author')
  t.is(imports.names.Criteria, 'Criteria')
  t.is(imports.print('new Thing(); OtherBook::class; $Criteria'), 'use Other\\Book as OtherBook;\nuse Other\\Thing;')
  t.is(imports.print('fn ($a)=>Thing::of($a->OtherBook)'), 'use Other\\Thing;')
  t.is(imports.use('Other\\Thing', 'ChildThing'), 'ChildThing')
  t.is(imports.use('other\\thing', 'Thing'), 'Thing')
  t.is(
    imports.print(),
    [
      'use Orm\\Runtime\\ActiveQuery\\Criteria;',
      'use Other\\Book as OtherBook;',
      'use Other\\Thing;',
      'use Other\\Thing as ChildThing;',
    ].join('\n'),
  )
})
