import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const tmpfs = 0x01021994

/** Several times the space in bytes that the files of a run use, including databases and installed examples. */
const enough = 8 * 2 ** 30

/** The maximum length of the folder's path, so that the paths of the keeper's and MariaDB's sockets in it are not too long. */
const longest = 107 - '/orm-test-XXXXXX/mysql/socket'.length

/**
 * Returns the folder for the files of a run. Databases wait for the disk at the end of every transaction, SQLite most of all,
 * so this is an in-memory file system if it has enough space. The user's TMPDIR takes precedence.
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

/** Returns whether programs in memory can be executed. Containers often mount it without that right, and tests write programs. */
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
