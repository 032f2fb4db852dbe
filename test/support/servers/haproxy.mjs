import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../command.mjs'
import { accepts } from './household.mjs'

export const haproxyProgram = '/usr/sbin/haproxy'

/** Checks that query the server with PostgreSQL's protocol, as a role that needs no password; the answer is `f` on a primary. */
const checks = [
  'option tcp-check',
  'tcp-check connect',
  `tcp-check send-binary ${message('', `\0\x03\0\0user\0haproxy\0database\0postgres\0\0`)}`,
  // "Ready for query" ends the greeting.
  'tcp-check expect binary 5a00000005',
  `tcp-check send-binary ${message('Q', 'SELECT pg_is_in_recovery()\0')}`,
  `tcp-check expect binary ${message('D', '\0\x01\0\0\0\x01f')}`,
]

/**
 * Starts a HAProxy that connects to the primary among several PostgreSQL servers on this machine. The servers must admit the
 * role `haproxy` without a password.
 *
 * @param {import('./household.mjs').Household} household
 * @param {readonly number[]} ports  of the servers
 * @returns {Promise<number>} the port
 */
export function startHaproxy(household, ports) {
  const folder = household.makeFolder('haproxy')
  return household.serve(
    folder,
    findProgram('haproxy', ['/usr/sbin']) ?? haproxyProgram,
    (port) => {
      const file = join(folder, 'haproxy.cfg')
      const lines = [
        'defaults',
        '  mode tcp',
        '  timeout connect 1s',
        '  timeout check 1s',
        '  timeout client 60s',
        '  timeout server 60s',
        'listen primary',
        `  bind 127.0.0.1:${port}`,
        ...checks.map((line) => `  ${line}`),
        '  default-server inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions',
        ...ports.map((server) => `  server pgsql-${server} 127.0.0.1:${server} check`),
      ]
      writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 })
      return ['-db', '-f', file]
    },
    { stop: 'SIGTERM', ready: accepts },
  )
}

/**
 * Returns a message of PostgreSQL's protocol as hexadecimal digits: a letter, the length, and the content.
 *
 * @param {string} letter
 * @param {string} content
 */
function message(letter, content) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(content, 'latin1')]).toString('hex')
}
