import { join } from 'node:path'
import test from 'ava'
import { findProgram, run } from '../support/command.mjs'
import { root } from '../support/root.mjs'
import { account } from '../support/servers/account.mjs'
import { openHousehold } from './nodes.js'
import { reader, startMariadbPair } from './pair.js'

// PostgreSQL's replica is there in npm test, too.
test('MariaDB: a primary and its replica', async (t) => {
  const household = await openHousehold((end) => t.teardown(end))
  const { primary, replica } = await startMariadbPair(household)
  const file = join('test', 'php', 'Cluster', 'MysqlReplicaTest.php')
  const { code, output } = await run(
    'php',
    ['-d', 'zend.assertions=1', findProgram('phpunit') ?? '', '--configuration', 'test/php/phpunit.xml', file],
    {
      cwd: root,
      env: {
        ...process.env,
        ORM_TEST_MYSQL: JSON.stringify({ host: '127.0.0.1', port: primary, ...account }),
        ORM_TEST_MYSQL_REPLICA: JSON.stringify({ host: '127.0.0.1', port: replica, ...reader }),
      },
    },
  )
  t.is(code, 0, output)
  t.regex(output, /^OK \(\d+ tests/m)
})
