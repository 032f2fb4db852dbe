import gulp from 'gulp'
import orm from 'gulp-orm'

const { series, src, watch } = gulp

export const sql = () => src('*schema.xml').pipe(orm.sqlBuild()).pipe(orm.dest('generated-sql'))
export const model = () => src('*schema.xml').pipe(orm.modelBuild()).pipe(orm.dest('generated-classes'))
export const conf = () => src('orm.yaml').pipe(orm.configConvert()).pipe(orm.dest('generated-conf'))
export const insert = () => orm.sqlInsert()

const build = series(sql, model, conf)

// The watcher is not returned: gulp would take the first mistake in a schema for the end of the task.
export const watchModel = (done) => {
  watch(['*schema.xml', 'orm.yaml'], { ignoreInitial: false }, build)
  done()
}

export default build
