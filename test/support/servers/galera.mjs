import { run } from '../command.mjs'
import { account } from './account.mjs'
import { freePort } from './household.mjs'
import { installMariadb, serveMariadb } from './mariadb.mjs'

export const galeraLibrary = '/usr/lib/galera/libgalera_smm.so'

/**
 * @typedef {object} Node
 * @property {string} folder
 * @property {number} port        the port for clients
 * @property {number} group       the port for the other nodes
 * @property {number} increments  the port for receiving missed changes
 * @property {number} state       the port for receiving all data
 */

/** A cluster of MariaDB servers on loopback. */
export class Galera {
  /** @type {Node[]} */
  #nodes = []

  /**
   * @param {import('./household.mjs').Household} household
   */
  constructor(household) {
    this.household = household
  }

  /** @param {number} count */
  async start(count) {
    for (let number = 0; number < count; number++) {
      const [port = 0, group = 0, increments = 0, state = 0] = await Promise.all([1, 2, 3, 4].map(freePort))
      const folder = this.household.makeFolder(`galera-${number}`)
      // The first node initializes its data, the others receive it.
      if (number > 0) this.household.makeFolder(`galera-${number}/data`)
      this.#nodes.push({ folder, port, group, increments, state })
    }
    const [first] = this.#nodes
    if (first === undefined) throw new RangeError('a cluster has at least one node')
    // The accounts are created before the server joins the cluster, so the other nodes receive them with the data.
    await serveMariadb(this.household, first.folder, await installMariadb(this.household, first.folder))
    await this.household.stopIn(first.folder, 'SIGTERM')
    await this.#serve(first, ['--wsrep-new-cluster'])
    for (const node of this.#nodes.slice(1)) await this.#serve(node)
  }

  /** The address of each node. */
  get servers() {
    return this.#nodes.map(({ port }) => ({ host: '127.0.0.1', port, ...account }))
  }

  /** Ends a node like a power failure. @param {number} number */
  kill(number) {
    return this.household.stopIn(this.#node(number).folder, 'SIGKILL')
  }

  /** Restarts a node and waits until it has all data. @param {number} number */
  async rejoin(number) {
    await this.#serve(this.#node(number))
  }

  /** @param {number} number */
  #node(number) {
    const node = this.#nodes[number]
    if (node === undefined) throw new RangeError(`there is no node ${number}`)
    return node
  }

  /**
   * @param {Node} node
   * @param {readonly string[]} [more]
   */
  async #serve(node, more = []) {
    const address = this.#nodes.map(({ group }) => `127.0.0.1:${group}`).join(',')
    const provider = {
      'gmcast.listen_addr': `tcp://127.0.0.1:${node.group}`,
      base_port: node.group,
      'ist.recv_addr': `127.0.0.1:${node.increments}`,
      // A lost node is removed after seconds instead of 15 seconds.
      'evs.keepalive_period': 'PT0.5S',
      'evs.suspect_timeout': 'PT2S',
      'evs.inactive_timeout': 'PT5S',
    }
    const settings = {
      'wsrep-on': 'ON',
      'wsrep-provider': galeraLibrary,
      'wsrep-cluster-name': 'orm_test',
      'wsrep-cluster-address': `gcomm://${address}`,
      'wsrep-node-address': `127.0.0.1:${node.group}`,
      'wsrep-sst-method': 'rsync',
      'wsrep-sst-receive-address': `127.0.0.1:${node.state}`,
      'wsrep-provider-options': Object.entries(provider)
        .map(([name, value]) => `${name}=${value}`)
        .join(';'),
      'binlog-format': 'ROW',
      'innodb-autoinc-lock-mode': '2',
    }
    const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
    await serveMariadb(this.household, node.folder, [...flags, ...more], { on: node.port, ready: isSynced })
  }
}

const askWhetherSynced = `
  [, $port, $user, $password] = $argv;
  $con = new PDO("mysql:host=127.0.0.1;port=$port", $user, $password, [PDO::ATTR_TIMEOUT => 1]);
  $state = $con->query("SHOW STATUS LIKE 'wsrep_local_state_comment'")->fetchColumn(1);
  exit($state === 'Synced' ? 0 : 1);
`

/**
 * Returns whether a node has all data. It rejects statements before that.
 *
 * @param {number} port
 */
async function isSynced(port) {
  const { code } = await run('php', ['-r', askWhetherSynced, '--', String(port), account.user, account.password])
  return code === 0
}
