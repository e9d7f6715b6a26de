import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles } from '../files/list-files.ts'

/** Our own packages: their links are copied as they are, so that they lead into the copy. */
const OWN_SCOPE = '@runnel'

/** A copy of the repository. */
export interface TreeCopy {
  readonly root: string
  remove(): Promise<void>
}

/** Copies what people write into a temporary folder, with links to the libraries that are installed here. */
export async function copyTree(root: string): Promise<TreeCopy> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'runnel-guards-')))
  const remove = () => rm(copy, { recursive: true, force: true })
  try {
    const files = await listFiles(root)
    const folders = new Set(files.map((file) => dirname(join(copy, file))))
    for (const folder of folders) await mkdir(folder, { recursive: true })
    await Promise.all(files.map((file) => cp(join(root, file), join(copy, file))))
    await linkLibraries(root, copy)
  } catch (error) {
    await remove()
    throw error
  }
  return { root: copy, remove }
}

async function linkLibraries(root: string, copy: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  await mkdir(to)
  for (const name of await readdir(from)) {
    // What is written there while tests run stays in the copy.
    if (name.startsWith('.') && name !== '.bin') continue
    if (name === OWN_SCOPE)
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else await symlink(join(from, name), join(to, name))
  }
}
