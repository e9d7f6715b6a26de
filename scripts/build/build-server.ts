import { copyFile, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build } from 'rolldown'

/* `pg` asks for it only where the native client was asked for by name. */
const NEVER_BUNDLED = ['pg-native']

/**
 * Bundles the server into `dist/server`: `main.js` (a small entry with the compile cache), `server.js` with its
 * chunks, the thread that reads an embedded database, and the sandbox's child, one file, with the WebAssembly file
 * that it loads from beside itself.
 */
export async function buildServer(root: string): Promise<void> {
  const outDir = join(root, 'dist/server')
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await build(bundleOf(root, { name: 'server', input: 'apps/server/src/main.ts', isSplit: true }))
  const sandboxChild = 'packages/drivers/src/sandbox/sandbox-child.ts'
  await build(bundleOf(root, { name: 'sandbox-child', input: sandboxChild, isSplit: false }))
  const readerThread = 'packages/db/src/adapters/reader-thread.ts'
  await build(bundleOf(root, { name: 'reader-thread', input: readerThread, isSplit: false }))
  await copyFile(join(root, 'scripts/build/server-entry.mjs'), join(outDir, 'main.js'))
  await copyFile(findSandboxWasm(root), join(outDir, 'emscripten-module.wasm'))
}

interface Bundle {
  readonly name: string
  readonly input: string
  /** Whether what is imported on first use becomes a chunk of its own. */
  readonly isSplit: boolean
}

function bundleOf(root: string, { name, input, isSplit }: Bundle): BuildOptions {
  return {
    cwd: root,
    input: { [name]: input },
    platform: 'node',
    external: NEVER_BUNDLED,
    logLevel: 'warn',
    output: {
      dir: join(root, 'dist/server'),
      format: 'esm',
      minify: true,
      codeSplitting: isSplit,
      entryFileNames: '[name].js',
      chunkFileNames: `${name}-chunks/[name]-[hash].js`,
    },
  }
}

function findSandboxWasm(root: string): string {
  const fromDrivers = createRequire(join(root, 'packages/drivers/package.json'))
  const quickjs = createRequire(fromDrivers.resolve('quickjs-emscripten'))
  return quickjs.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
}
