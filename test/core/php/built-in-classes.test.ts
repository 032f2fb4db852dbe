import test from 'ava'
import { isBuiltInClass } from '#core/destinations.js'
import { runPhp } from '../../support/php.js'

test('every global class of the extensions that no PHP is without is known', async (t) => {
  const classes = await runPhp(`
    foreach (['Core', 'date', 'hash', 'json', 'pcre', 'PDO', 'Reflection', 'SPL', 'standard'] as $extension) {
        echo implode(' ', array_keys((new ReflectionExtension($extension))->getClasses())), ' ';
    }`)
  const known = classes
    .trim()
    .split(/\s+/)
    .filter((name) => !name.includes('\\'))
  t.true(known.length > 100)
  t.deepEqual(
    known.filter((name) => !isBuiltInClass(name)),
    [],
  )
})
