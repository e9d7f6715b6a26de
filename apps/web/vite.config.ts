import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = 'http://127.0.0.1:3000'

/** Build and development server of the web app; in development the API is the server on its usual port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { host: '127.0.0.1', proxy: { '/api': API } },
  preview: { host: '127.0.0.1', proxy: { '/api': API } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // Files as data addresses would need `data:` in the content policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
})
