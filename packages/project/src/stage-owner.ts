import { hash } from 'node:crypto'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { kill, pid } from 'node:process'

export const stagePrefix = '.orm-stage-'

/** Returns `.orm-stage-<machine>-<process>-<random>`. */
export const stageName = (): string => `${stagePrefix}${machine()}-${pid}-${Math.random().toString(36).slice(2)}`

let known: string | undefined

/**
 * Identifies the scope of process ids: the machine since its last start, and the container in it. Two containers that share a
 * volume both have a process 1, and may even have the same host name.
 */
function machine(): string {
  known ??= hash(
    'sha1',
    [
      hostname(),
      optional(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
      optional(() => readlinkSync('/proc/self/ns/pid')),
    ].join('\n'),
  ).slice(0, 10)
  return known
}

/** Returns the content of a file that not every system has. */
function optional(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Maximum milliseconds of a build, and of the moves at its end. */
const longest = { build: 3_600_000, moves: 60_000 }

/** Returns whether a stage is no longer in use: its process has ended or, if it ran elsewhere, the stage is old. */
export function isAbandoned(stage: string, name: string, isMoving: boolean): boolean {
  const [, owner, process] = /^\.orm-stage-([0-9a-f]{10})-(\d+)-/.exec(name) ?? []
  const isKnown = owner === machine()
  // Moves of this process are synchronous, so they are complete by now.
  if (isKnown && (Number(process) === pid ? isMoving : !isRunning(Number(process)))) return true
  const found = statSync(stage, { throwIfNoEntry: false })
  return !found || Date.now() - found.mtimeMs > (isMoving && !isKnown ? longest.moves : longest.build)
}

function isRunning(process: number): boolean {
  try {
    kill(process, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
