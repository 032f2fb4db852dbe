const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR

/**
 * @param {number} code
 * @param {string} text
 */
const paint = (code, text) => (coloured ? `\x1b[${code}m${text}\x1b[0m` : text)

/** @param {string} text */
const dim = (text) => paint(2, text)

/**
 * Returns one line for one step: a mark, its name, a note, and its duration.
 *
 * @param {boolean} ok
 * @param {string} name
 * @param {string} [note]
 * @param {number} [seconds]
 */
export function reportLine(ok, name, note = '', seconds = 0) {
  const mark = ok ? paint(32, '✓') : paint(31, '✗')
  const time = seconds >= 0.05 ? dim(`${seconds.toFixed(1)} s`) : ''
  console.log(`${mark} ${name.padEnd(14)} ${[note, time].filter(Boolean).join('  ')}`.trimEnd())
}

/**
 * Returns the output of a failed command, indented under its line.
 *
 * @param {string} output
 */
export function reportOutput(output) {
  const text = output.replace(/\s+$/, '')
  if (text !== '') console.log(`\n${text.replace(/^(?=.)/gm, '    ')}\n`)
}

/**
 * Reports the slowest test files and how they spent their time.
 *
 * @param {readonly import('./spending.mjs').FileSpending[]} files  the slowest first
 * @param {number} [count]
 */
export function reportSlowest(files, count = Number(process.env.ORM_TEST_SLOWEST) || 10) {
  if (files.length < 5) return
  console.log('\nThe slowest files, and what they spent their time on:')
  for (const { file, seconds, loading, ending, processor, programs, on, tests } of files.slice(0, count)) {
    const parts = Object.entries(on)
      .sort(([, a], [, b]) => b.seconds - a.seconds)
      .map(([name, spent]) => `${name} ${spent.count} × ${(spent.seconds / spent.count).toFixed(2)} s`)
    const own = [
      `${tests.length} tests`,
      `start ${loading.toFixed(1)} s, end ${ending.toFixed(1)} s`,
      `processor time ${processor.toFixed(1)} s and of programs ${programs.toFixed(1)} s`,
    ]
    console.log(
      `${seconds.toFixed(1).padStart(7)} s  ${file.replace(/\.js$/, '.ts')}  ${dim([...own, ...parts].join(', '))}`,
    )
  }
}
