import { copyFile, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build, type OutputChunk, type Plugin, type RolldownOutput } from 'rolldown'
import { finishModule } from './finish-module.ts'
import { plainBuiltins } from './plain-builtins.ts'
import { plainCharacters } from './plain-characters.ts'

/* `pg` asks for it only where the native client was asked for by name. */
const NEVER_BUNDLED = ['pg-native']

/** Rooms that the start loads, each after those that it imports. */
const ROOMS = [
  'contract',
  'markdown',
  'access',
  'graph',
  'node-kit',
  'engine',
  'db',
  'drivers',
  'providers',
  'nodes',
  'operations',
]

/** Large libraries that need no other one which the start loads. */
const LARGE_LIBRARIES = ['kysely', 'zod', 'yaml', 'ajv', 'glob']

/**
 * What every start loads comes in pieces: while V8 parses a module it holds some ten times its size, which the
 * allocator does not give back. One module of 2.5 MB cost 20 MB of resident memory for as long as the server ran.
 */
const PIECES_OF_THE_START = [
  ...LARGE_LIBRARIES.map((name) => pieceOf(name, new RegExp(`node_modules/${name}/`), 3)),
  pieceOf('libraries', /node_modules/, 2),
  ...ROOMS.map((room) => pieceOf(room, new RegExp(`packages/${room}/`), 1)),
]

const LARGEST_PIECE_BYTES = 1_000_000

/** @throws Error when a module that the start loads has grown beyond what may be parsed in one piece. */
function expectSmallPieces({ output }: RolldownOutput): void {
  const chunks = new Map(
    output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as [string, OutputChunk]] : [])),
  )
  const wanted = new Set(['server.js'])
  for (const name of wanted) {
    const chunk = chunks.get(name)
    for (const imported of chunk?.imports ?? []) wanted.add(imported)
    if (chunk && chunk.code.length > LARGEST_PIECE_BYTES) {
      throw new Error(`${name} has ${chunk.code.length} bytes: load less at the start, or name a piece more.`)
    }
  }
}

function pieceOf(name: string, test: RegExp, priority: number) {
  return { name, test, priority, tags: ['$initial' as const] }
}

/** What runs beside the thread that serves, each of one file. */
const PROGRAMS = {
  'sandbox-child': 'packages/drivers/src/sandbox/sandbox-child.ts',
  'document-child': 'packages/drivers/src/documents/document-child.ts',
  'saml-thread': 'packages/drivers/src/sign-on/saml-thread.ts',
  'reader-thread': 'packages/db/src/adapters/reader-thread.ts',
  'docs-thread': 'apps/server/src/http/docs-thread.ts',
}

/** Where the server is bundled to, and with what, when it is not for the product. */
export interface ServerBuildChoices {
  outDir?: string
  plugins?: readonly Plugin[]
}

/**
 * Bundles the server into `dist/server`: `main.js` (a small entry with the compile cache), `server.js` with its
 * chunks, the programs of threads and children, and the WebAssembly file that the sandbox's child loads from beside itself.
 */
export async function buildServer(root: string, choices: ServerBuildChoices = {}): Promise<void> {
  const { outDir = join(root, 'dist/server'), plugins = [] } = choices
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const input = 'apps/server/src/main.ts'
  const server = await build(bundleOf(root, { name: 'server', input, isSplit: true, outDir, plugins }))
  expectSmallPieces(server)
  for (const [name, program] of Object.entries(PROGRAMS))
    await build(bundleOf(root, { name, input: program, isSplit: false, outDir, plugins }))
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
      codeSplitting: isSplit && { groups: PIECES_OF_THE_START },
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
