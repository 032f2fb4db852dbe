// Loaded into a measured process: tells on its fourth channel what it used.
const { writeSync } = require('node:fs')

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 }))
})
