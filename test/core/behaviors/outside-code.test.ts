import test, { type ExecutionContext } from 'ava'
import { OrmError } from 'orm-core'
import { type Behavior, buildSchema, defineBehavior, Php, p, php } from 'orm-core/behavior'

const schema = `<database name="d"><table name="t"><column name="id" type="integer" primaryKey="true"/>
<behavior name="faulty"/></table></database>`

const code = (...lines: string[]): Php => new Php(lines)

const build = (behavior: Omit<Behavior, 'name'>) =>
  buildSchema(schema, { behaviors: [defineBehavior({ name: 'faulty', ...behavior } as Behavior)] })

/** The problems of a build that must fail, without their place. */
async function problemsOf(t: ExecutionContext, behavior: Omit<Behavior, 'name'>): Promise<string> {
  const error = await t.throwsAsync(build(behavior), { instanceOf: OrmError })
  return (
    error?.diagnostics.map(({ code, message, hint }) => `${code} ${message}${hint ? ` (${hint})` : ''}`).join('\n') ??
    ''
  )
}

for (const path of [
  '../../../x.php',
  '/etc/x.php',
  'C:\\x.php',
  'C:x.php',
  'Base/../../x.php',
  '..\\x.php',
  'a\0.php',
  '',
  '.',
  'Base/',
  '.orm-manifest.json',
  'Base/.orm-stage-1/x.php',
]) {
  test(`a behavior cannot write ${JSON.stringify(path)}`, async (t) => {
    const found = await problemsOf(t, { files: () => [{ path, content: '<?php\n' }] })
    t.regex(
      found,
      /^ORM-B008 table "t", behavior "faulty": file ".*" is not a file below the directory of the classes/s,
    )
  })
}

test('a path with detours that stays below the directory is written without them', async (t) => {
  const { php: files } = await build({ files: () => [{ path: './Extra/../More//Value.php', content: '<?php\n' }] })
  t.true('More/Value.php' in files)
})

const slips: Readonly<Record<string, [behavior: Omit<Behavior, 'name'>, expected: RegExp]>> = {
  'parameters of a method': [
    {
      object: {
        methods: ({ cls }) => [cls.method({ name: 'touch', parameters: ['int $a'], body: php`return;` } as never)],
      },
    },
    /ORM-B006 table "t", behavior "faulty" failed: cls\.method\(\) has no key "parameters", did you mean "params"\?/,
  ],
  'a misspelled key of a method': [
    {
      query: {
        methods: ({ cls }) => [cls.method({ name: 'touch', visiblity: 'public', body: php`return;` } as never)],
      },
    },
    /cls\.method\(\) has no key "visiblity", did you mean "visibility"\?/,
  ],
  'a key of a method that is like no other': [
    { object: { methods: ({ cls }) => [cls.method({ name: 'touch', xyz: 1, body: php`return;` } as never)] } },
    /cls\.method\(\) has no key "xyz"; it can have: name, visibility, static, params, returns, doc, body/,
  ],
  'parameters that are no list': [
    {
      object: { methods: ({ cls }) => [cls.method({ name: 'touch', params: 'int $a', body: php`return;` } as never)] },
    },
    /"params" of cls\.method\(\) must be a list of strings/,
  ],
  'a key of an attribute': [
    { object: { attributes: ({ cls }) => [cls.attribute({ name: 'a', default: '1' } as never)] } },
    /cls\.attribute\(\) has no key "default"/,
  ],
  'a key of a constant': [
    { tableMap: { constants: ({ cls }) => [cls.constant({ name: 'A', values: '1' } as never)] } },
    /cls\.constant\(\) has no key "values", did you mean "value"\?/,
  ],
  'a key of a file': [
    { files: () => [{ path: 'A.php', contents: '<?php\n' } as never] },
    /a file of files\(\) has no key "contents", did you mean "content"\?/,
  ],
  'a file that is written once by the wrong name': [
    { files: () => [{ path: 'A.php', content: '<?php\n', overwritten: false } as never] },
    /a file of files\(\) has no key "overwritten", did you mean "overwrite"\?/,
  ],
  'a member that no builder made': [
    { object: { methods: () => [{ name: 'touch', body: 'return;' } as never] } },
    /methods must return members made by cls\.method\(\), cls\.attribute\(\) or cls\.constant\(\)/,
  ],
  'a key of a behavior that is added': [
    { modifyTable: ({ table }) => table.addBehavior({ name: 'timestampable', params: new Map() } as never) },
    /addBehavior\(\) has no key "params", did you mean "parameters"\?/,
  ],
}

for (const [what, [behavior, expected]] of Object.entries(slips)) {
  test(`what a behavior hands over is checked: ${what}`, async (t) => {
    t.regex(await problemsOf(t, behavior), expected)
  })
}

test('what a behavior declares is checked: an option of a parameter', (t) => {
  t.throws(() => defineBehavior({ name: 'faulty', parameters: { a: p.string({ defualt: 'a' } as never) } }), {
    message: /parameter "a" of behavior "faulty" has no key "defualt", did you mean "default"\?/,
  })
})

const broken: Readonly<Record<string, [behavior: Omit<Behavior, 'name'>, subject: string]>> = {
  'a method of the model': [
    { object: { methods: ({ cls }) => [cls.method({ name: 'touch', body: code('$a = 1;', '$b = ;', 'return;') })] } },
    'method "touch" is not valid PHP, line 2 of its body: unexpected \';\'',
  ],
  'the parameters of a method': [
    { query: { methods: ({ cls }) => [cls.method({ name: 'touch', params: ['int a'], body: php`return;` })] } },
    'method "touch" is not valid PHP: unexpected',
  ],
  'the type of a method': [
    { query: { methods: ({ cls }) => [cls.method({ name: 'touch', returns: 'int 5', body: php`return 1;` })] } },
    'method "touch" is not valid PHP: unexpected',
  ],
  'the value of a constant': [
    { tableMap: { constants: ({ cls }) => [cls.constant({ name: 'A', value: '[1' })] } },
    'constant "A" is not valid PHP: ',
  ],
  'the value of an attribute': [
    { object: { attributes: ({ cls }) => [cls.attribute({ name: 'a', value: 'x y' })] } },
    'attribute "a" is not valid PHP: ',
  ],
  'a hook': [
    { object: { preSave: () => code('if ($this->isNew() {', '    return;', '}') } },
    'preSave is not valid PHP, line 2: ',
  ],
  'a hook of the query': [{ query: { preSelect: () => php`return` } }, 'preSelect is not valid PHP'],
  'a method that a filter puts in': [
    {
      object: {
        filter: (cls, { cls: builder }) =>
          cls.replaceMethod('getId', builder.method({ name: 'getId', body: php`return $this->;` })),
      },
    },
    'method "getId" is not valid PHP, line 1 of its body: ',
  ],
  'a file': [{ files: () => [{ path: 'A.php', content: '<?php\n\nclass A {\n' }] }, 'file "A.php" is not valid PHP'],
}

for (const [what, [behavior, subject]] of Object.entries(broken)) {
  test(`a syntax error in ${what} is a problem that names the behavior and the place`, async (t) => {
    const found = await problemsOf(t, behavior)
    t.true(found.startsWith(`ORM-B007 table "t", behavior "faulty": ${subject}`), found)
  })
}

test('a file of another kind than PHP is not read as PHP', async (t) => {
  const { php: files } = await build({ files: () => [{ path: 'a.json', content: '{' }] })
  t.is(files['a.json'], '{')
})

const modern = [
  'return match (true) { 1 => 2, default => throw new \\LogicException() };',
  '$f = $this->save(...); $g = static fn (int|string $a): ?int => $a; $a?->b; $b ??= 1;',
  '$c = clone($this, ["a" => 1]); $d = clone $this;',
  '$x = $this |> strlen(...);',
  'return new \\ArrayObject()->count();',
  '$o = new #[A] readonly class(a: 1) { public function __construct(private readonly int $a) {} };',
  'echo <<<X\n  a {$b->c}\n  X;\ntry { static $a = 1; } catch (\\Error) { }',
  'static fn () => 1;',
]
for (const text of modern) {
  test(`PHP of today is valid: ${text}`, async (t) => {
    await t.notThrowsAsync(
      build({ object: { methods: ({ cls }) => [cls.method({ name: 'touch', body: code(...text.split('\n')) })] } }),
    )
  })
}

for (const [hook, behavior] of Object.entries({
  modifyTable: { modifyTable: crash },
  'object.methods': { object: { methods: crash } },
  files: { files: crash },
})) {
  test(`a crash in ${hook} has the error that was thrown as its cause`, async (t) => {
    const error = await t.throwsAsync(build(behavior as Omit<Behavior, 'name'>), { instanceOf: OrmError })
    const cause = error?.diagnostics[0]?.cause
    t.true(cause instanceof TypeError && /crash.*outside-code\.test/s.test(cause.stack ?? ''))
  })
}

function crash(): never {
  throw new TypeError('no such member')
}

test('a problem that a behavior reports on purpose has no stack to show', async (t) => {
  const error = await t.throwsAsync(build({ files: () => [{ path: '../x.php', content: '' }] }), {
    instanceOf: OrmError,
  })
  t.is(error?.diagnostics[0]?.cause, undefined)
})
