import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { run } from '../support/command.mjs'
import { root } from '../support/root.mjs'

const script = join(root, 'packages', 'cli', 'bin', 'orm.js')

const before = `<?php
namespace App;
use Propel\\Runtime\\Propel;
use Propel\\Runtime\\ActiveQuery\\Criteria;
use Propel\\Runtime\\Exception\\PropelException;
use Propel\\Runtime\\Util\\PropelModelPager as Pager;
final class Books {
    /** @return PropelModelPager */
    public function all() {
        $class = 'Propel\\\\Runtime\\\\Collection\\\\ObjectCollection';
        try { return Propel::getConnection() ?? \\Propel\\Runtime\\Propel::getServiceContainer(); }
        catch (PropelException $e) { throw new \\Propel\\Runtime\\Exception\\PropelException($e->propelException); }
        // MyPropelException, $PropelException and Foo::PropelException stay; caf\xe9
    }
}
`
const after = `<?php
namespace App;
use Orm\\Runtime\\Orm;
use Orm\\Runtime\\ActiveQuery\\Criteria;
use Orm\\Runtime\\Exception\\OrmException;
use Orm\\Runtime\\Util\\ModelPager as Pager;
final class Books {
    /** @return ModelPager */
    public function all() {
        $class = 'Orm\\\\Runtime\\\\Collection\\\\ObjectCollection';
        try { return Orm::getConnection() ?? \\Orm\\Runtime\\Orm::getServiceContainer(); }
        catch (OrmException $e) { throw new \\Orm\\Runtime\\Exception\\OrmException($e->propelException); }
        // MyPropelException, $PropelException and Foo::PropelException stay; caf\xe9
    }
}
`

test('names of Propel become ours in code of the project, in any encoding, and nowhere else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-migrate-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const directory of ['src/vendor', 'src/.git', 'other']) await mkdir(join(folder, directory), { recursive: true })
  const unrelated = '<?php class PropelException {} // no use of the library\n'
  const files = {
    'src/Books.php': before,
    'src/Other.php': unrelated,
    'src/notes.txt': before,
    'src/vendor/Books.php': before,
    'src/.git/Books.php': before,
    'other/Books.php': before,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, 'latin1')
  const { mode } = await stat(join(folder, 'src/Books.php'))
  const orm = (...args: string[]) => run(process.execPath, [script, 'migrate-code', ...args], { cwd: folder })
  t.is((await orm('src', '--dry-run')).stdout, `would change ${join('src', 'Books.php')}\n`)
  t.is(await readFile(join(folder, 'src/Books.php'), 'latin1'), before)
  t.is((await orm('src')).stdout, `changed ${join('src', 'Books.php')}\n`)
  t.is(await readFile(join(folder, 'src/Books.php'), 'latin1'), after)
  t.is((await stat(join(folder, 'src/Books.php'))).mode, mode)
  for (const [name, text] of Object.entries(files).slice(1)) {
    t.is(await readFile(join(folder, name), 'latin1'), text, name)
  }
  t.is((await orm('src')).stdout, 'Nothing to rename.\n')
})
