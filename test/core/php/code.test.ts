import test from 'ava'
import { layOut, returned, wrapped } from '#core/php/code/layout.js'
import { ClassDraft, Members, opened, type PhpClass, printed, readMembers } from '#core/php/code/members.js'
import { membersOf, printClass } from '#core/php/code/print.js'
import { splitTopLevel } from '#core/php/code/split.js'
import { contribute } from '#core/php/contributions.js'
import { Imports } from '#core/php/imports.js'

const method = (name: string, body = '        return 1;') =>
  `    public function ${name}(int $a = 1, array $b = [1, 2]): int\n    {\n${body}\n    }\n`

const classOf = (text: string): ClassDraft => {
  const own = { short: 'Book', namespace: 'Shop' }
  return new ClassDraft('class', own, printed({ ...opened(new ClassDraft('class', own)), ...readMembers(text) }))
}

const print = (php: ClassDraft | PhpClass, nativeReturnTypes = true): string =>
  printClass(php, membersOf(php, nativeReturnTypes), new Imports('Shop', 'Book'), '')

test('lists are split at their own commas only', (t) => {
  t.deepEqual(splitTopLevel('a, f(b, c), [d, e], \'x, y\', "z\\", ,"'), [
    'a',
    'f(b, c)',
    '[d, e]',
    "'x, y'",
    '"z\\", ,"',
  ])
  t.deepEqual(splitTopLevel(''), [])
})

test('a head that is too long has a line for each parameter', (t) => {
  const body = '    {\n        return $this;\n    }\n'
  const short = `    public function a(int $b): int\n${body}`
  t.is(layOut(short), short)
  const parameters = '?string $aParameterWithAName = null, array $anotherParameterWithAName = [1, 2]'
  t.is(
    layOut(`${short}\n    public function aMethodWithARatherLongName(${parameters}): static\n${body}`),
    `${short}
    public function aMethodWithARatherLongName(
        ?string $aParameterWithAName = null,
        array $anotherParameterWithAName = [1, 2],
    ): static {
        return $this;
    }
`,
  )
})

test('a docblock that is too long for one line has three', (t) => {
  const text = 'word '.repeat(25).trim()
  const field = '    protected int $a = 1;\n'
  t.is(layOut(`    /** ${text} */\n${field}`), `    /**\n     * ${text}\n     */\n${field}`)
  const long = `    /**\n     * @return ${text}\n     * @see\n     */\n${field}`
  t.is(layOut(long), long)
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

test('public methods come first where a class asks for it, fields with docblocks stand apart', (t) => {
  const members = new Members(true)
  members.method('protected', 'a', 'a\n')
  members.method('public', 'b', 'b\n')
  members.property('c', false, 'c\n')
  members.property('d', false, 'd\n')
  members.property('e', true, 'e\n')
  members.property('f', false, 'f\n')
  members.constant(false, 'g\n')
  t.is(members.text, '\ng\n\nc\nd\n\ne\n\nf\n\nb\n\na\n')
})

test('members are read with their docblocks and printed with one blank line between', (t) => {
  const text = '    /** The a. */\n    protected int $a = 1;\n\n    protected int $b = 2;\n    public const C = 3;\n\n'
  const php = classOf(text + method('one') + method('two'))
  t.deepEqual(
    opened(php).methods.map(({ name, parameters, returns }) => [name, parameters, returns]),
    [
      ['one', ['int $a = 1', 'array $b = [1, 2]'], 'int'],
      ['two', ['int $a = 1', 'array $b = [1, 2]'], 'int'],
    ],
  )
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

${method('one')}
${method('two').trimEnd()}
}
`,
  )
})

test('return types move into docblocks, except where the runtime declares them', (t) => {
  const text = print(classOf(method('one') + method('hydrate')), false)
  t.regex(text, /\/\*\* @return int \*\/\n {4}public function one\(int \$a = 1, array \$b = \[1, 2\]\)\n {4}\{/)
  t.regex(text, /public function hydrate\(int \$a = 1, array \$b = \[1, 2\]\): int\n/)
})

test('behaviors add members and change the finished class', (t) => {
  const php = contribute(classOf(method('one') + method('two')), {
    methods: readMembers(method('three')).methods,
    constants: [{ name: 'X', doc: [], code: 'public const X = 1;' }],
    filters: [
      (finished) => {
        finished.methods = finished.methods.filter(({ name }) => name !== 'one')
      },
    ],
  })
  t.deepEqual(membersOf(php, true).methodNames, ['two', 'three'])
  t.true(print(php).includes('public const X = 1;'))
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
