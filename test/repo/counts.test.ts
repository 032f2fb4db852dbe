import test from 'ava'
import { countJunit, countTap, failuresOfTap } from '../support/counts.mjs'

const tap = `TAP version 13
ok 1 - names › plural of a word
  ---
    message: >-
      ok 99 - not a test
  ...
not ok 2 - ddl › quotes a reserved word
  ---
    name: AssertionError
  ...
ok 3 - ddl › later # TODO
ok 4 - ddl › not here # SKIP
not ok 5 - ddl.test.js exited with a non-zero exit code: 1
    # output of a test
---tty-stream-chunk-separator
1..5
# tests 4
# pass 1
# fail 2
`

test('TAP: counts passed, failed and skipped tests', (t) => {
  t.deepEqual(countTap(tap), { passed: 1, failed: 2, skipped: ['ddl › later', 'ddl › not here'] })
})

test('TAP: a report shows failures and what tests printed, not what passed', (t) => {
  const shown = failuresOfTap(tap)
  t.regex(shown, /not ok 2 - ddl › quotes a reserved word\n {2}---\n {4}name: AssertionError/)
  t.regex(shown, /# output of a test/)
  t.notRegex(shown, /plural of a word|ok 99|# tests 4|TAP version/)
})

test('TAP: an empty report counts nothing', (t) => {
  t.deepEqual(countTap(''), { passed: 0, failed: 0, skipped: [] })
})

test('JUnit: counts failures, errors, warnings and skipped tests', (t) => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="" tests="6" assertions="9" errors="1" warnings="1" failures="1" skipped="1" time="0.1">
    <testcase name="testPasses" class="ATest" assertions="3" time="0.001"/>
    <testcase name="testPasses with data set &quot;a > b&quot;" class="ATest" time="0.001"/>
    <testcase name="testFails" class="ATest"><failure type="X">Failed &lt;skipped/&gt;</failure></testcase>
    <testcase name="testThrows" class="ATest"><error type="X">Error</error></testcase>
    <testcase name="testWarns" class="ATest"><warning type="X">Warning</warning></testcase>
    <testcase name="testWaits" class="ATest"><skipped/></testcase>
    <testcase name="testPrints" class="ATest"><system-out>text</system-out></testcase>
  </testsuite>
</testsuites>`
  t.deepEqual(countJunit(xml), { passed: 3, failed: 3, skipped: ['testWaits'] })
})
