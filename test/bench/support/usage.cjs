// Loaded into a measured process: tells on its fourth channel what it used.
const { readFileSync, writeSync } = require('node:fs')

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, megabytes: (peak() ?? maxRSS) / 1024 }))
})

/** Kilobytes. On Linux, `maxRSS` also counts what the process that started this one held: no build seemed to need less. */
function peak() {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? undefined) || undefined
  } catch {
    return undefined
  }
}
