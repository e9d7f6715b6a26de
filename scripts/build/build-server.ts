import { copyFile, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'rolldown'
import { finishModule } from './finish-module.ts'
import { plainBuiltins } from './plain-builtins.ts'
import { plainCharacters } from './plain-characters.ts'

/* `pg` asks for it only where the native client was asked for by name. */
const NEVER_BUNDLED = ['pg-native']

/** Where the server is bundled to, and with what, when it is not for the product. */
export interface ServerBuildChoices {
  outDir?: string
  plugins?: readonly Plugin[]
}

/**
 * Bundles the server into `dist/server`: `main.js` (a small entry with the compile cache), `server.js` with its
 * chunks, the thread that reads an embedded database, the child that reads documents, and the sandbox's child, one file,
 * with the WebAssembly file that it loads from beside itself.
 */
export async function buildServer(root: string, choices: ServerBuildChoices = {}): Promise<void> {
  const { outDir = join(root, 'dist/server'), plugins = [] } = choices
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const input = 'apps/server/src/main.ts'
  await build(bundleOf(root, { name: 'server', input, isSplit: true, outDir, plugins }))
  const sandboxChild = 'packages/drivers/src/sandbox/sandbox-child.ts'
  await build(bundleOf(root, { name: 'sandbox-child', input: sandboxChild, isSplit: false, outDir, plugins }))
  const documentChild = 'packages/drivers/src/documents/document-child.ts'
  await build(
    bundleOf(root, { name: 'document-child', input: documentChild, isSplit: false, outDir, plugins }),
  )
  const readerThread = 'packages/db/src/adapters/reader-thread.ts'
  await build(bundleOf(root, { name: 'reader-thread', input: readerThread, isSplit: false, outDir, plugins }))
  await copyFile(join(root, 'scripts/build/server-entry.mjs'), join(outDir, 'main.js'))
  await copyFile(findSandboxWasm(root), join(outDir, 'emscripten-module.wasm'))
}

interface Bundle {
  readonly name: string
  readonly input: string
  /** Whether what is imported on first use becomes a chunk of its own. */
  readonly isSplit: boolean
  readonly outDir: string
  readonly plugins: readonly Plugin[]
}

function bundleOf(root: string, { name, input, isSplit, outDir, plugins }: Bundle): BuildOptions {
  return {
    cwd: root,
    input: { [name]: input },
    platform: 'node',
    external: NEVER_BUNDLED,
    plugins: [
      finishModule(join(root, 'packages/drivers/src/sandbox/prelude-sources.ts')),
      plainBuiltins(),
      plainCharacters(),
      ...plugins,
    ],
    logLevel: 'warn',
    output: {
      dir: outDir,
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
