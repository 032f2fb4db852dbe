// grunt's loadNpmTasks ignores ES modules, so this file hands over to one.
module.exports = require('../dist/index.js').default
