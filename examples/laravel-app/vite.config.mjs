import laravel from 'laravel-vite-plugin'
import orm from 'rollup-plugin-orm'

// Laravel's plugin builds the page; that of Orm builds SQL, classes and configuration.
export default {
  plugins: [laravel({ input: 'resources/js/app.js' }), orm()],
}
