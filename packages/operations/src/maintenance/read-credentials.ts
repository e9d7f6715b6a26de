import type { CredentialRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'

const PAGE = 200

/** Every credential of a workspace with its envelope, oldest first; they may be changed meanwhile. */
export async function* readCredentials(
  { db }: Pick<OperationContext, 'db'>,
  workspaceId: string,
): AsyncGenerator<CredentialRow> {
  const reader = db.read(workspaceId)
  for (let page = 1; ; page += 1) {
    const { rows } = await reader.credentials.list({
      page,
      limit: PAGE,
      isOwn: true,
      sort: 'createdDate',
      direction: 'asc',
    })
    for (const { id } of rows) yield await reader.credentials.get(id)
    if (rows.length < PAGE) return
  }
}
