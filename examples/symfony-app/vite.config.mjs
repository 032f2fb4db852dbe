import orm from 'rollup-plugin-orm'

// Entries and a manifest, as bundles of Symfony for Vite expect them; the plugin of Orm builds SQL, classes and configuration.
export default {
  plugins: [orm()],
  publicDir: false,
  base: '/build/',
  build: {
    outDir: 'public/build',
    manifest: 'manifest.json',
    rollupOptions: { input: 'assets/app.js' },
  },
}
