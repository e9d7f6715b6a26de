import { join } from 'node:path'
import { build } from 'vite'
import { compressFiles } from './compress-files.ts'

/** Builds the web app into `dist/web`, each file of text also compressed. */
export async function buildWeb(root: string): Promise<void> {
  const outDir = join(root, 'dist/web')
  await build({
    root: join(root, 'apps/web'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  await compressFiles(outDir)
}
