import { readFiles } from './file-value.ts'

/** What a save may hold, in base64 and with the rest of the flow, is 50 MB. */
export const MAX_MEGABYTES = 30
const MEGABYTE = 1024 * 1024

/** Why chosen files are not taken. */
export type FileFault = 'tooLarge' | 'wrongType' | 'unreadable'

/** The value that chosen files make, or why they make none. */
export type TakenFiles = { value: string } | { fault: FileFault }

/**
 * Takes files that were chosen or dropped; `fileType` lists the endings that the param takes, all when empty. `held`
 * is the value that they come to: files that were not saved yet stay beside them.
 */
export async function takeFiles(
  files: readonly File[],
  { fileType = '', held = [] }: { fileType?: string | undefined; held?: readonly string[] } = {},
): Promise<TakenFiles> {
  const endings = endingsOf(fileType)
  const fits = ({ name }: File) => endings.some((ending) => name.toLowerCase().endsWith(ending))
  if (endings.length > 0 && !files.every(fits)) return { fault: 'wrongType' }
  const heldBytes = held.reduce((sum, text) => sum + (text.length * 3) / 4, 0)
  const bytes = files.reduce((sum, file) => sum + file.size, heldBytes)
  if (bytes > MAX_MEGABYTES * MEGABYTE) return { fault: 'tooLarge' }
  try {
    return { value: await readFiles(files, held) }
  } catch {
    // A folder, or a file that went away meanwhile.
    return { fault: 'unreadable' }
  }
}

function endingsOf(fileType: string): string[] {
  return fileType
    .split(',')
    .map((ending) => ending.trim().toLowerCase())
    .filter((ending) => ending !== '' && ending !== '*')
}
