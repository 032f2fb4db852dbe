/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} skipped  the names of tests that did not run
 */

/**
 * Counts the tests of a TAP report.
 *
 * @param {string} tap
 * @returns {Counts}
 */
export function countTap(tap) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: [] }
  for (const [, not, title = ''] of tap.matchAll(/^(not )?ok \d+(?: - )?(.*)$/gm)) {
    const notRun = /^(.*?)\s*# (?:SKIP|TODO)\b/i.exec(title)
    if (notRun) counts.skipped.push(notRun[1] ?? '')
    else if (not) counts.failed++
    else counts.passed++
  }
  return counts
}

/**
 * Returns a TAP report without the passed tests.
 *
 * @param {string} tap
 * @returns {string}
 */
export function failuresOfTap(tap) {
  return tap.replace(/^ok \d+.*\n(?: {2,}.*\n)*/gm, '').replace(/^(?:TAP version[^\n]*|\d+\.\.\d+|# [^\n]*)\n/gm, '')
}

/**
 * Counts the test cases of PHPUnit's JUnit report.
 *
 * @param {string} xml
 * @returns {Counts}
 */
export function countJunit(xml) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: [] }
  for (const [, attributes = '', , content = ''] of xml.matchAll(
    /<testcase\b((?:[^>"]|"[^"]*")*?)(\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    if (/<(?:failure|error|warning)\b/.test(content)) counts.failed++
    else if (/<skipped\b/.test(content)) counts.skipped.push(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? '')
    else counts.passed++
  }
  return counts
}
