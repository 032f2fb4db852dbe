import orm from 'rollup-plugin-orm'

export default { input: 'app.js', output: { file: 'dist/app.js' }, plugins: [orm()] }
