import { readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../support/command.mjs'
import { query } from '../support/query.js'
import { account } from '../support/servers/account.mjs'
import type { Household } from '../support/servers/household.mjs'
import { installMariadb, serveMariadb } from '../support/servers/mariadb.mjs'
import { postgresqlFolder, startPostgresql, startPostgresqlReplica } from '../support/servers/postgresql.mjs'

type Rows = ReturnType<typeof query>

/** A PostgreSQL primary and a replica that follows it by streaming, over a line that can be cut. */
export class PostgresqlPair {
  readonly #household: Household
  readonly #line: Line
  readonly primary: number
  readonly replica: number

  private constructor(household: Household, line: Line, primary: number, replica: number) {
    this.#household = household
    this.#line = line
    this.primary = primary
    this.replica = replica
  }

  /** With a synchronous replica a commit waits until the replica has it. */
  static async start(household: Household, synchronous: boolean): Promise<PostgresqlPair> {
    const settings = { synchronous_commit: 'on' }
    const primary = await startPostgresql(household, settings)
    // The first rule that fits counts; the replica gets the file and the role with all other data.
    const rules = join(household.folder, 'pgsql', 'data', 'pg_hba.conf')
    await writeFile(rules, `host postgres haproxy 127.0.0.1/32 trust\n${await readFile(rules, 'utf8')}`)
    await ask(primary, 'CREATE ROLE haproxy LOGIN', 'SELECT pg_reload_conf()')
    const line = await Line.to(primary)
    const pair = new PostgresqlPair(
      household,
      line,
      primary,
      await startPostgresqlReplica(household, line.port, settings),
    )
    if (synchronous) {
      await ask(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()')
      await until(primary, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
    }
    return pair
  }

  /** From now on nothing of what the primary writes reaches the replica. */
  cut(): void {
    this.#line.cut()
  }

  /** Ends the primary as a loss of power would. */
  async kill(): Promise<void> {
    const folder = join(this.#household.folder, 'pgsql')
    const status = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')
    await this.#household.stopIn(folder, 'SIGKILL')
    this.#line.close()
    // What a killed server cannot give back itself: the second number is that of its shared memory.
    await run('ipcrm', ['-m', status[6]?.trim().split(/\s+/)[1] ?? ''])
  }

  /** Makes the replica the primary. */
  async promote(): Promise<void> {
    const folder = join(this.#household.folder, 'pgsql-replica')
    await this.#household.run(folder, join(postgresqlFolder() ?? '', 'pg_ctl'), ['promote', '-D', join(folder, 'data')])
    await until(this.replica, 'SELECT 1 WHERE NOT pg_is_in_recovery()')
  }
}

/** An account of a MariaDB replica that may only read, and ask how far behind the replica is. */
export const reader = { ...account, user: 'reader' }

/** A MariaDB primary and a replica that follows its binary log: their ports. */
export async function startMariadbPair(household: Household): Promise<{ primary: number; replica: number }> {
  const serve = async (name: string, ...settings: readonly string[]) => {
    const folder = household.makeFolder(name)
    return serveMariadb(household, folder, [...(await installMariadb(household, folder)), ...settings])
  }
  const primary = await serve('mysql-primary', '--server-id=1', '--log-bin=log')
  const replica = await serve('mysql-replica', '--server-id=2', '--read-only')
  const [start] = await query(databaseOn('mysql', primary), 'SELECT @@gtid_binlog_pos AS position')
  await query(
    databaseOn('mysql', replica),
    `CREATE USER '${reader.user}'@'%' IDENTIFIED BY '${reader.password}'`,
    `GRANT SELECT, REPLICA MONITOR ON *.* TO '${reader.user}'@'%'`,
    // Both have the accounts from the start.
    `SET GLOBAL gtid_slave_pos = '${start?.position}'`,
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${primary}, MASTER_USER = '${account.user}',
      MASTER_PASSWORD = '${account.password}', MASTER_USE_GTID = slave_pos`,
    'START REPLICA',
  )
  return { primary, replica }
}

/** What goes between two servers passes through here. */
class Line {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(target: number) {
    this.#server = createServer((incoming) => {
      const outgoing = connect({ host: '127.0.0.1', port: target })
      for (const [from, to] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        this.#sockets.add(from)
        from.on('data', (data) => this.#isCut || to.write(data))
        from.on('error', () => {})
        from.on('close', () => {
          this.#sockets.delete(from)
          to.destroy()
        })
      }
    })
  }

  static async to(target: number): Promise<Line> {
    const line = new Line(target)
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve))
    return line
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  cut(): void {
    this.#isCut = true
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** The database of the tests on a server. */
const databaseOn = (name: 'pgsql' | 'mysql', port: number) => ({
  name,
  dsn: `${name}:host=127.0.0.1;port=${port};dbname=${account.database}`,
  user: account.user,
  password: account.password,
})

const ask = (port: number, ...statements: string[]): Rows => query(databaseOn('pgsql', port), ...statements)

async function until(port: number, condition: string): Promise<void> {
  for (let attempt = 1; (await ask(port, condition)).length === 0; attempt++) {
    if (attempt === 200) throw new Error(`never true: ${condition}`)
    await sleep(50)
  }
}
