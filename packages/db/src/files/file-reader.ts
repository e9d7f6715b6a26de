import { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { type Page, type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { FileTable } from './file-table.ts'

export type FileRow = Selectable<FileTable>

/** Which files are meant; what is absent lets every file pass. */
export interface FileQuery extends Pick<PageQuery, 'page' | 'limit'> {
  ownerKind?: string | undefined
  ownerId?: string | undefined
  sessionId?: string | undefined
  chatId?: string | undefined
}

/** Reads the files of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface FileReader {
  find(id: string): Promise<FileRow | undefined>
  get(id: string): Promise<FileRow>
  /** The file that an owner has under a name, the newest of several; none that was given in a conversation. */
  findByName(owner: { kind: string; id: string }, name: string): Promise<FileRow | undefined>
  /** Oldest first. */
  list(query: FileQuery): Promise<Page<FileRow>>
  /** The files of a chat in one namespace, newest first: given with its questions, or kept by its runs. */
  listOfChat(chat: { flowId: string; chatId: string; namespace: string }): Promise<FileRow[]>
  /** A file of the workspace with this content, the first one: a second one may name its blob. */
  findByContent(sha256: string): Promise<FileRow | undefined>
}

const fileSort: SortRules = {
  columns: {},
  fallback: 'files.createdAt',
  fallbackDirection: 'asc',
  tieBreaker: 'files.id',
}

/** As many as one talk can name. */
const MOST_OF_A_CHAT = 500

/** Makes the reader of files. */
export function createFileReader({ db, longReads }: TenantScope): FileReader {
  const find = (id: string) => db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
  return {
    find,
    async get(id) {
      const file = await find(id)
      if (!file) throw new RunnelError('not_found', `File ${id} not found`)
      return file
    },
    findByName: ({ kind, id }, name) =>
      db
        .selectFrom('files')
        .selectAll()
        .where('ownerKind', '=', kind)
        .where('ownerId', '=', id)
        .where('name', '=', name)
        .where('chatId', 'is', null)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    list({ page, limit, ...wanted }) {
      let files = longReads.selectFrom('files').selectAll()
      for (const column of ['ownerKind', 'ownerId', 'sessionId', 'chatId'] as const) {
        const value = wanted[column]
        if (value !== undefined) files = files.where(column, '=', value)
      }
      return readPage(files, { page, limit }, fileSort)
    },
    listOfChat: ({ flowId, chatId, namespace }) =>
      db
        .selectFrom('files')
        .selectAll()
        .where('ownerKind', '=', 'flow')
        .where('ownerId', '=', flowId)
        .where('chatId', '=', chatId)
        .where('namespace', '=', namespace)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_OF_A_CHAT)
        .execute(),
    findByContent: (sha256) =>
      db
        .selectFrom('files')
        .selectAll()
        .where('sha256', '=', sha256)
        .orderBy('createdAt')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
  }
}
