import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const BLOCK = 512
const MEGABYTE = 1024 ** 2

/** Room that a folder takes on the disk, in MB (2^20 bytes), as `du` counts it: blocks, links not followed. */
export async function weighFolder(folder: string): Promise<number> {
  return (await countBlocks(folder)) * (BLOCK / MEGABYTE)
}

async function countBlocks(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  let blocks = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    blocks += entry.isDirectory() ? await countBlocks(path) : (await lstat(path)).blocks
  }
  return blocks
}
