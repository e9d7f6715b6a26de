import type { ListedFolder } from '@runnel/drivers'
import { z } from 'zod'
import { absolutePath, allowedWorkspaces, readOperatorList } from './read-operator-list.ts'

const folder = z.strictObject({ path: absolutePath, workspaces: allowedWorkspaces })

/** The folders that flows may read, by name, out of a JSON file of the operator's; else what is wrong with it. */
export function readLoaderFolders(file: string): Record<string, ListedFolder> | string {
  return readOperatorList<ListedFolder>(file, folder, 'folders')
}
