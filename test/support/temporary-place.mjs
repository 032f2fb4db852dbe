import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const tmpfs = 0x01021994

/** What the files of a whole run take up, databases and installed examples included, several times over. */
const enough = 8 * 2 ** 30

/** So many bytes may the path of a socket have, the keeper's and MariaDB's in a folder of the run too. */
const longest = 107 - '/orm-test-XXXXXX/mysql/socket'.length

/**
 * Where a run keeps its files. Databases wait for the disk at the end of every transaction, most of all SQLite, so this is
 * memory where there is plenty of it. The user's TMPDIR comes first.
 *
 * @returns {string}
 */
export function temporaryPlace() {
  const place = process.env.TMPDIR === undefined && hasRoomInMemory() ? memory : tmpdir()
  if (Buffer.byteLength(place) > longest)
    throw new RangeError(`the path in TMPDIR is longer than ${longest} bytes, too long for sockets: ${place}`)
  return place
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
