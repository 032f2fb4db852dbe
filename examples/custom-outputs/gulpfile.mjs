import gulp from 'gulp'
import orm from 'gulp-orm'

const { parallel, src } = gulp

export const sql = () => src('schema.xml').pipe(orm.sqlBuild()).pipe(orm.dest('generated-sql'))
export const model = () => src('schema.xml').pipe(orm.modelBuild()).pipe(orm.dest('generated-classes'))
export const outputs = () => src('schema.xml').pipe(orm.outputBuild()).pipe(orm.dest('.'))

export default parallel(sql, model, outputs)
