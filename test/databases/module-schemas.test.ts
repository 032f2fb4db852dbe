import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { moduleNames, moduleSchemas } from '../support/module-schemas.js'
import { createProject } from '../support/project.js'

for (const database of databases) {
  test(`${database}: twenty modules that extend the tables of others build with what init --from-propel writes`, async (t) => {
    t.is(moduleNames.length, 20)
    const project = await createProject(t, { schema: {}, database })
    const write = async (path: string, text: string) => {
      await mkdir(dirname(join(project.folder, path)), { recursive: true })
      await writeFile(join(project.folder, path), text)
    }
    for (const [path, text] of Object.entries(moduleSchemas)) await write(path, text)
    const { dsn, user, password } = project.database
    const propel = {
      database: { connections: { zed: { adapter: database, dsn, user, password } } },
      generator: { defaultConnection: 'zed', connections: ['zed'], recursive: true },
      paths: { schemaDir: 'src' },
    }
    await rm(join(project.folder, 'orm.yaml'))
    await write('propel.json', JSON.stringify({ propel }).replaceAll('%', '%%'))

    const moved = await project.orm('init', '--from-propel')
    t.is(moved.code, 0, moved.stdout + moved.stderr)
    t.regex(moved.stderr, /generator\.schema\.merge is on, because several files declare table "shop_\w+"/)
    t.regex(moved.stderr, /the behaviors event, synchronization; /)
    const { orm } = JSON.parse(await readFile(join(project.folder, 'orm.json'), 'utf8'))
    t.deepEqual(orm.generator.ignoredBehaviors, ['event', 'synchronization'])
    t.like(orm.generator.schema, { merge: true, strictness: 'lenient' })

    const built = await project.orm('build')
    t.is(built.code, 0, built.stderr)
    t.regex(built.stderr, /requird/)
    t.is((await project.orm('sql:insert', '--yes')).code, 0)
    t.is(
      await project.php(`
        use Orm\\Zed\\Customer\\Persistence\\ShopCustomer;
        use Orm\\Zed\\Payment\\Persistence\\ShopPayment;
        use Orm\\Zed\\Product\\Persistence\\ShopProduct;
        use Orm\\Zed\\Sales\\Persistence\\{ShopSales, ShopSalesQuery};
        $customer = (new ShopCustomer())->setName('Ada');
        $sales = (new ShopSales())->setName('first')->setCustomerOfRow($customer);
        $sales->setPaymentOfSales((new ShopPayment())->setName('card'));
        $sales->save();
        $product = (new ShopProduct())->setLocale('de_DE')->setName('Buch');
        $product->save();
        $found = ShopSalesQuery::create()->usePaymentOfSalesQuery()->filterByName('card')->endUse()->findOne();
        echo $found->getCustomerOfRow()->getName(), ' ', strlen($customer->getUuid()), ' ', $product->getName(), ' ', $found->getCreatedAt('Y') > 2000;
      `),
      'Ada 36 Buch 1',
    )
  })
}
