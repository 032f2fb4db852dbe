import { start } from 'bookstore-page/start.mjs'

start(import.meta.dirname, {
  framework: 'Laravel',
  kernel: 'App\\Http\\Kernel',
  database: 'storage/bookstore.sq3',
  folders: ['bootstrap/cache', 'storage/framework/sessions', 'storage/framework/views', 'storage/logs'],
})
