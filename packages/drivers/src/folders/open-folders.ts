import { constants } from 'node:fs'
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { RunnelError } from '@runnel/contract'

/** A folder of this machine that the operator lists. */
export interface ListedFolder {
  /** Absolute. */
  path: string
  /** Ids of the workspaces that may read it; all may without it. */
  workspaces?: string[] | undefined
}

/** Which folder is read, for whom. */
export interface FolderRequest {
  name: string
  workspaceId: string
  /** Whether the folders inside are read too. */
  recursive: boolean
  signal: AbortSignal
}

/** Folders that the operator lists; nothing else of the machine. */
export interface Folders {
  /**
   * The files of a folder, in the order of their names: paths below it with forward slashes. Links are left out, whatever they lead
   * to. @throws RunnelError `invalid_input` for a folder that is not listed for the workspace, `limit_exceeded` for too many files
   */
  list(request: FolderRequest): Promise<string[]>
  /** The bytes of one of these files. @throws RunnelError `limit_exceeded` above `maxBytes`, `not_found` where it is gone */
  read(request: FolderRequest, file: string, maxBytes: number): Promise<Uint8Array>
}

const MOST_FILES = 2_000
const DEEPEST = 20

/** Opens the folders that the operator lists, by name. */
export function openFolders(listed: Record<string, ListedFolder>): Folders {
  async function rootOf({ name, workspaceId }: FolderRequest): Promise<string> {
    const folder = Object.hasOwn(listed, name) ? listed[name] : undefined
    const isAllowed = folder && (folder.workspaces?.includes(workspaceId) ?? true)
    if (!isAllowed)
      throw new RunnelError(
        'invalid_input',
        `“${name.slice(0, 100)}” is no folder that this installation lets flows read. Ask the operator to list it (LOADER_FOLDERS), and write its name there.`,
        { issues: [{ path: 'folderPath', message: 'This folder is not listed.' }] },
      )
    return realpath(folder.path).catch((cause) => {
      throw new RunnelError('not_found', `The folder ${name} is not there any more. Ask the operator.`, {
        cause,
      })
    })
  }

  return {
    async list(request) {
      const files: string[] = []
      await collect({ root: await rootOf(request), below: '', request, files })
      return files
    },
    async read(request, file, maxBytes) {
      const root = await rootOf(request)
      const handle = await openBelow(root, file)
      try {
        const { size } = await handle.stat()
        if (size <= maxBytes) return await handle.readFile({ signal: request.signal })
        throw new RunnelError(
          'limit_exceeded',
          `The file ${file} is larger than ${maxBytes / 1024 / 1024} MB.`,
        )
      } finally {
        await handle.close()
      }
    },
  }
}

interface Collecting {
  root: string
  /** The folder inside, with a slash behind it; empty for the folder itself. */
  below: string
  request: FolderRequest
  files: string[]
}

async function collect({ root, below, request, files }: Collecting): Promise<void> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    request.signal.throwIfAborted()
    if (entry.name.startsWith('.')) continue
    if (entry.isFile()) files.push(`${below}${entry.name}`)
    else if (entry.isDirectory() && request.recursive && below.split('/').length < DEEPEST)
      await collect({ root, below: `${below}${entry.name}/`, request, files })
    if (files.length > MOST_FILES)
      throw new RunnelError(
        'limit_exceeded',
        `The folder ${request.name} has more than ${MOST_FILES} files. Have a smaller one listed.`,
      )
  }
}

/** Opens a file below a folder, and no other: not by a link in its path, also where one came since it was listed. */
async function openBelow(root: string, file: string): Promise<FileHandle> {
  const path = join(root, file)
  const real = await realpath(path).catch(() => '')
  const isBelow = real === path && real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
  const handle = isBelow
    ? await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
    : undefined
  if (handle && (await handle.stat()).isFile()) return handle
  await handle?.close()
  throw new RunnelError('not_found', `There is no file ${file} in this folder.`)
}
