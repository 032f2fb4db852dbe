import test from 'ava'
import { isBuiltInClass, isClassOfExtension } from '#core/escape/index.js'
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

test('every global class of the extensions that are part of PHP is known, without those of databases', async (t) => {
  const classes = await runPhp(`
    foreach (['dom', 'fileinfo', 'intl', 'libxml', 'openssl', 'Phar', 'session', 'SimpleXML', 'sockets', 'sodium',
        'tokenizer', 'xml', 'xmlreader', 'xmlwriter', 'zlib'] as $extension) {
        if (extension_loaded($extension)) {
            echo implode(' ', array_keys((new ReflectionExtension($extension))->getClasses())), ' ';
        }
    }`)
  const names = classes
    .trim()
    .split(/\s+/)
    .filter((name) => !name.includes('\\'))
  t.true(names.length > 10)
  t.deepEqual(
    names.filter((name) => !isClassOfExtension(name)),
    [],
  )
})
