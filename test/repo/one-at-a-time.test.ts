import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'

let running = 0

for (const number of [1, 2, 3]) {
  test(`tests of a file run one after the other: ${number} of 3`, async (t) => {
    t.is(++running, 1)
    await sleep(20)
    running--
  })
}
