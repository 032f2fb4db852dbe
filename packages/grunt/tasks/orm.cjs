// grunt's loadNpmTasks ignores ES modules, so this file loads one.
module.exports = require('../dist/index.js').default
