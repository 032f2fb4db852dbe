import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const tmpfs = 0x01021994

/** What the files of a whole run take up, databases and installed examples included, several times over. */
const enough = 8 * 2 ** 30

/**
 * Where a run keeps its files. Databases wait for the disk at the end of every transaction, most of all SQLite, so this is
 * memory where there is plenty of it. The user's TMPDIR comes first.
 *
 * @returns {string}
 */
export function temporaryPlace() {
  return process.env.TMPDIR === undefined && hasRoomInMemory() ? memory : tmpdir()
}

function hasRoomInMemory() {
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    return type === tmpfs && Math.min(bavail * bsize, freemem()) > enough && canRunPrograms()
  } catch {
    return false
  }
}

/** Containers often mount it without the right to do so, and tests write programs. */
function canRunPrograms() {
  const folder = mkdtempSync(join(memory, 'orm-test-'))
  try {
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o700)
    execFileSync(program)
    return true
  } finally {
    rmSync(folder, { recursive: true })
  }
}
