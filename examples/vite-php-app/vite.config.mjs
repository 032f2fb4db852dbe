import orm from 'rollup-plugin-orm'

export default {
  plugins: [orm()],
  server: { proxy: { '/items': `http://127.0.0.1:${process.env.API_PORT ?? 8001}` } },
}
