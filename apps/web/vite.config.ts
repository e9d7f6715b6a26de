import { routeTable } from '@runnel/client/route-table'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const API = 'http://127.0.0.1:3000'

/**
 * Puts the finished table of routes in place of the module that computes it. The browser sends calls and does not parse
 * them: so the schemas of the routes, and zod with them, stay out of the first page.
 */
const finishedRouteTable: Plugin = {
  name: 'finished-route-table',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/packages/client/src/route-table.ts')) return null
    return `export const routeTable = ${JSON.stringify(routeTable)}`
  },
}

/** Build and development server of the web app; in development the API is the server on its usual port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [finishedRouteTable, react()],
  server: { host: '127.0.0.1', proxy: { '/api': API } },
  preview: { host: '127.0.0.1', proxy: { '/api': API } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // Files as data addresses would need `data:` in the content policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    // Schemas that nobody reads are dropped: making one, or loading a module of schemas, has no effect of its own.
    rolldownOptions: {
      treeshake: {
        manualPureFunctions: ['z', 'defineRoute'],
        moduleSideEffects: [
          { test: /\/packages\/(contract|access|client|graph)\/src\//, sideEffects: false },
          { test: /\/node_modules\/zod\//, sideEffects: false },
        ],
      },
    },
  },
})
