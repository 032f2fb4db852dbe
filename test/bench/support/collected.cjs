// Loaded into a measured process, with --expose-gc: writes the memory that is left after garbage was collected to a file.
const { writeFileSync } = require('node:fs')

process.on('SIGUSR2', () => {
  globalThis.gc()
  writeFileSync(process.env.ORM_BENCH_MEMORY, JSON.stringify(process.memoryUsage()))
})
