import { spawn } from 'node:child_process'
import { ormScript, type Project, testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = `<database name="default" namespace="Bookstore" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="80" required="true"/>
    <column name="sold" type="boolean"/>
  </table>
</database>`

/** Types lines into the console, and gives what it prints. */
async function typed(project: Project, lines: readonly string[], ...flags: string[]): Promise<string> {
  const child = spawn(process.execPath, [ormScript, 'console', '--bootstrap=bootstrap.php', ...flags], {
    cwd: project.folder,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  await new Promise((resolve) => child.on('close', resolve))
  return output
}

testOnEachDatabase('the console runs code with the models, and shows rows as tables', schema, async (t, project) => {
  await project.write(
    'bootstrap.php',
    `<?php require '${root}/packages/runtime/autoload.php';
    spl_autoload_register(static function (string $class): void {
        $file = getcwd() . '/generated-classes/' . strtr($class, '\\\\', '/') . '.php';
        is_file($file) && require $file;
    });`,
  )
  t.is(
    await typed(project, [
      "foreach (['Emma', 'Persuasion'] as $title) {",
      '    (new Book())->setTitle($title)->save();',
      '}',
      '$query = Book::query()->orderByTitle()',
      '$query->count();',
      'BookQuery::create()->filterByTitle("none")',
      '1 + ;',
      'Book::query()->nope()',
      '$missing',
      'exit',
      'echo "not reached";',
    ]),
    [
      'Id | Title      | Sold',
      '---+------------+-----',
      '1  | Emma       | NULL',
      '2  | Persuasion | NULL',
      '2 rows',
      '2',
      'no rows',
      'ParseError: syntax error, unexpected token ";"',
      'Orm\\Runtime\\Exception\\BadMethodCallException: Query class Bookstore\\BookQuery has no method nope()',
      'ErrorException: Undefined variable $missing',
      '',
    ].join('\n'),
  )
  const sandbox = await typed(
    project,
    ['BookQuery::create()->deleteAll()', 'Book::query()->count()'],
    '--sandbox',
    '--sql',
  )
  t.regex(sandbox, /^-- DELETE FROM .*\n2\n-- SELECT COUNT\(\*\) FROM .*\n0\nAll changes were rolled back\.\n$/)
  // Neither the end of PHP nor a transaction of the code keeps what was promised to go.
  for (const end of ['exit(0);', "eval('class Book2 { abstract function a(); }');", 'posix_kill(getmypid(), 9);'])
    await typed(project, ['BookQuery::create()->deleteAll();', end], '--sandbox')
  const nested = 'Orm\\Runtime\\Orm::getWriteConnection()->transaction(fn () => BookQuery::create()->deleteAll());'
  await typed(project, [nested], '--sandbox')
  t.is(await typed(project, ['Book::query()->count()']), '2\n')
})
