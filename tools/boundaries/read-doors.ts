import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOMS } from './rooms.ts'

/** Reads each room's entry files (paths from the root) from the `exports` of its package.json. */
export async function readDoors(root: string): Promise<Map<string, string[]>> {
  const entries = await Promise.all(
    ROOMS.map(async (room): Promise<[string, string[]]> => {
      const manifest = await readManifest(join(root, room.folder, 'package.json'))
      const targets = Object.values(manifest.exports ?? {})
      return [room.name, targets.map((target) => `${room.folder}/${target.replace(/^\.\//, '')}`)]
    }),
  )
  return new Map(entries)
}

/** What the checks read of a room's package.json. */
export interface RoomManifest {
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Reads a package.json; a missing file gives an empty manifest (tools and scripts have none). */
export async function readManifest(path: string): Promise<RoomManifest> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RoomManifest
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
