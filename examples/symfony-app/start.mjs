import { start } from 'bookstore-page/start.mjs'

start(import.meta.dirname, {
  framework: 'Symfony',
  kernel: 'App\\Kernel',
  database: 'var/bookstore.sq3',
  folders: ['var'],
})
