import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { collectLicences } from './collect-licences.ts'

const COMMAND = 'runnel'
const COPIED = ['LICENSE', 'README.md']
const BUILT = ['server', 'web']
const NEVER_RELEASED = 'compile-cache'

/**
 * Writes `release/`: what a container or an npm package ships. It holds the built server and web app as they lie
 * in `dist/`, so that `node server/main.js` runs with nothing installed.
 */
export async function writeRelease(root: string): Promise<string> {
  const folder = join(root, 'release')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const part of BUILT) {
    await cp(join(root, 'dist', part), join(folder, part), {
      recursive: true,
      filter: (source) => !source.endsWith(NEVER_RELEASED),
    })
  }
  for (const file of COPIED) await cp(join(root, file), join(folder, file))
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await collectLicences(root))
  await writeFile(join(folder, 'package.json'), await makeManifest(root))
  return folder
}

async function makeManifest(root: string): Promise<string> {
  const { version, license, description } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const manifest = {
    name: '@runnel/runnel',
    version,
    description,
    license,
    type: 'module',
    bin: { [COMMAND]: 'server/main.js' },
    engines: { node: '>=26' },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
