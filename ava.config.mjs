import { compareTests } from './test/support/test-order.mjs'

export default {
  files: ['test/dist/**/*.test.js'],
  nodeArguments: ['--import=./test/support/worker.mjs'],
  timeout: '30m',
  workerThreads: false,
  sortTestFiles: compareTests,
}
