// The same as streams of vinyl files, without any build tool.
import { pipeline } from 'node:stream/promises'
import { modelBuild, outputBuild, sqlBuild } from 'orm-core'
import vinylFs from 'vinyl-fs'

const { dest, src } = vinylFs

await pipeline(src('schema.xml'), sqlBuild(), dest('generated-sql'))
await pipeline(src('schema.xml'), modelBuild(), dest('generated-classes'))
await pipeline(src('schema.xml'), outputBuild(), dest('.'))
