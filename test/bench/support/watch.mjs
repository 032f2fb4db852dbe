import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/**
 * Milliseconds from the moment when one table of a watched project was saved until its class is there, each time.
 *
 * @param {string} orm
 * @param {string} directory
 * @param {number} times
 */
export async function timesOfChanges(orm, directory, times) {
  const schema = join(directory, 'schema.xml')
  const text = readFileSync(schema, 'utf8')
  const child = spawn(process.execPath, [orm, 'build', '--watch'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const classes = watch(join(directory, 'generated-classes/Shop/Map'))
  try {
    await silence(child)
    const taken = []
    for (let time = 1; time <= times; time++) {
      const written = once(classes, 'change')
      const told = silence(child)
      const start = performance.now()
      writeFileSync(schema, text.replace('size="200"', `size="${200 + time}"`))
      await written
      taken.push(performance.now() - start)
      await told
    }
    return taken
  } finally {
    classes.close()
    child.kill()
    writeFileSync(schema, text)
  }
}

/**
 * Until the child has said nothing for a while, as it does between builds.
 *
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} child
 */
async function silence(child) {
  await once(child.stdout, 'data')
  for (let heard = true; heard; ) {
    heard = false
    const hear = () => {
      heard = true
    }
    child.stdout.on('data', hear)
    await setTimeout(500)
    child.stdout.off('data', hear)
  }
}
