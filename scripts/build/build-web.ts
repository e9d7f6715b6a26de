import { join } from 'node:path'
import { build } from 'vite'

/** Builds the web app into `dist/web`. */
export async function buildWeb(root: string): Promise<void> {
  await build({
    root: join(root, 'apps/web'),
    logLevel: 'warn',
    build: { outDir: join(root, 'dist/web'), emptyOutDir: true },
  })
}
