import type { JsonValue } from '@runnel/contract'
import { type LoadOptions, listAt, textAt } from '@runnel/node-kit'

/** Lists the files of an account of Google that a query of Drive picks, the newest first. */
export function listDriveFiles(query: string): LoadOptions {
  return async ({ credential, fetch, signal }) => {
    if (credential?.accessToken === undefined) return []
    const params = new URLSearchParams({
      q: `${query} and trashed = false`,
      pageSize: '200',
      orderBy: 'modifiedTime desc',
      fields: 'files(id,name)',
    })
    const headers = { authorization: `Bearer ${credential.accessToken}` }
    const response = await fetch(`https://www.googleapis.com/drive/v3/files?${params}`, { headers, signal })
    if (!response.ok) throw new Error(`Google Drive answered with status ${response.status}.`)
    const files = listAt((await response.json()) as JsonValue, 'files')
    return files.map((file) => ({ name: textAt(file, 'id'), label: textAt(file, 'name') }))
  }
}
