import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'
import { runIn } from './project.js'

const table = (name: string) =>
  `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="9"/><behavior name="sortable"/></table>`

const schema = `<database name="lists" namespace="Lists">${table('step')}${table('watched')}</database>`

const watched = `<?php
namespace Lists;
class Watched extends Base\\Watched
{
    public static int $calls = 0;

    public function preSave(?\\Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool
    {
        self::$calls++;

        return true;
    }
}
`

for (const database of databases) {
  test(`${database}: moves and swaps are repeated after a rejected commit, without hooks of the application`, async (t) => {
    const project = await createProject(t, { schema, database })
    const classes = join(project.folder, 'generated-classes', 'Lists')
    await mkdir(classes, { recursive: true })
    await writeFile(join(classes, 'Watched.php'), watched)
    await project.build()
    t.is(await runIn(project, 'conflict.php'), 'ok')
  })
}
