import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callForms } from '../dist/support/call-forms.js'
import { samplesOn, samplesSchema } from '../dist/support/column-kinds.js'
import { run as runProgram } from '../support/command.mjs'
import { root } from '../support/root.mjs'

/** One type of columns and one way of calling mislead: what is kept for one may be made again for each call of another. */
export const title = 'kinds: each way to ask for a value in columns of each type, on SQLite in memory'

/** How many times as long a type may take as the median of all types, called in the same way. */
const most = 3

const calls = 400

const samples = samplesOn('sqlite')

export async function run() {
  const project = mkdtempSync(join(tmpdir(), 'orm-kinds-'))
  try {
    const connection = { adapter: 'sqlite', dsn: 'sqlite::memory:' }
    writeFileSync(
      join(project, 'orm.yaml'),
      JSON.stringify({ orm: { database: { connections: { samples: connection } } } }),
    )
    writeFileSync(join(project, 'schema.xml'), samplesSchema(samples))
    writeFileSync(join(project, 'kinds.php'), script())
    const orm = join(root, 'packages', 'cli', 'bin', 'orm.js')
    for (const command of ['sql:build', 'model:build', 'config:convert'])
      await succeed(process.execPath, [orm, command], project)
    const rows = rowsOf(
      JSON.parse(
        await succeed('php', ['-d', 'opcache.enable_cli=1', '-d', 'zend.assertions=-1', 'kinds.php'], project),
      ),
    )
    return { rows, ok: rows.every(({ ok }) => ok) }
  } finally {
    rmSync(project, { recursive: true })
  }
}

/** @param {Record<string, Record<string, number>>} times  in microseconds by form and type */
function rowsOf(times) {
  return Object.entries(times).map(([form, byType]) => {
    const sorted = Object.entries(byType).sort(([, a], [, b]) => a - b)
    const median = sorted[sorted.length >> 1]?.[1] ?? 0
    const [type = '', slowest = 0] = sorted.at(-1) ?? []
    const factor = slowest / median
    return {
      what: form,
      value: `${median.toFixed(0)} µs`,
      limit: `no type over ${most} times`,
      detail: `${type} ${slowest.toFixed(0)} µs`,
      ok: factor <= most,
    }
  })
}

/** Processor time per call, the best of five rounds. */
function script() {
  const forms = Object.entries(callForms).map(([name, form]) => {
    const types = samples.map(({ type, column, value }) => {
      return `${JSON.stringify(type)} => $measure(static fn ($query, $value) => ${form(column)}, ${value}),`
    })
    return `${JSON.stringify(name)} => [\n${types.join('\n')}\n],`
  })
  const setters = samples.map(({ column, value }) => `->set${column}(${value})`)
  return `<?php
require ${JSON.stringify(join(root, 'packages/runtime/autoload.php'))};
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/generated-classes/' . strtr($class, '\\\\', '/') . '.php';
    is_file($file) && require $file;
});
require __DIR__ . '/generated-conf/config.php';
Orm\\Runtime\\Orm::getConnection('samples')->exec(file_get_contents(__DIR__ . '/generated-sql/samples.sql'));
(new Sample())${setters.join('')}->save();
$now = static function (): float {
    ['ru_utime.tv_sec' => $s, 'ru_utime.tv_usec' => $us, 'ru_stime.tv_sec' => $ss, 'ru_stime.tv_usec' => $sus] = getrusage();
    return ($s + $ss) * 1e6 + $us + $sus;
};
$measure = static function (Closure $form, mixed $value) use ($now): float {
    $best = INF;
    for ($round = 0; $round < 5; $round++) {
        $start = $now();
        for ($call = 0; $call < ${calls}; $call++) {
            $form(SampleQuery::create(), $value);
        }
        $best = min($best, ($now() - $start) / ${calls});
    }
    return $best;
};
echo json_encode([
${forms.join('\n')}
]);
`
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function succeed(command, args, cwd) {
  const { code, stdout, output } = await runProgram(command, args, { cwd })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${output}`)
  return stdout
}
