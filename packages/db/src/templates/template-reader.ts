import { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { presentUsable, sortOfView, type Usable } from '../shares/usable-rows.ts'
import { matchAny } from '../tenant/match-any.ts'
import { containsText, type Page, type PageQuery, readPage } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { CustomTemplateTable, TemplateType } from './template-table.ts'

/** A template with what it holds. */
export type CustomTemplateRow = Selectable<CustomTemplateTable>

/** The same; what it holds is absent in lists that are to be short. */
export type CustomTemplateSummary = Omit<CustomTemplateRow, 'content'> & { content?: string }

/** Filters of a list of templates. */
export interface CustomTemplateQuery extends PageQuery {
  type?: TemplateType | readonly TemplateType[] | undefined
  /** With what they hold. */
  isWhole: boolean
}

/** Reads the templates of one workspace, and those that others share with it; `get` throws `not_found`. */
export interface CustomTemplateReader {
  /** The workspace's own. */
  find(id: string): Promise<CustomTemplateRow | undefined>
  get(id: string): Promise<Usable<CustomTemplateRow>>
  /** Sorted by `name`, `updatedDate` or `createdDate`; the newest first without a wish. Search looks at names and descriptions. */
  list(query: CustomTemplateQuery): Promise<Page<Usable<CustomTemplateSummary>>>
}

const SUMMARY = [
  'id',
  'workspaceId',
  'ownerId',
  'name',
  'description',
  'badge',
  'usecases',
  'type',
  'nodeTypes',
  'createdAt',
  'updatedAt',
] as const

/** Makes the reader of templates. */
export function createCustomTemplateReader(scope: TenantScope): CustomTemplateReader {
  return {
    find: (id) => scope.db.selectFrom('customTemplates').selectAll().where('id', '=', id).executeTakeFirst(),
    async get(id) {
      const query = scope.db.selectFrom('usableTemplates').selectAll().where('id', '=', id)
      const template = await query.executeTakeFirst()
      if (!template) throw new RunnelError('not_found', `Template ${id} not found`)
      return presentUsable(template)
    },
    async list({ type, isWhole, ...request }) {
      let query = scope.longReads
        .selectFrom('usableTemplates')
        .select(SUMMARY)
        .$if(isWhole, (whole) => whole.select('content'))
      if (type !== undefined) query = query.where(matchAny('usableTemplates.type', type))
      const { search } = request
      if (search) {
        query = query.where((where) =>
          where.or([
            containsText('usableTemplates.name', search),
            containsText('usableTemplates.description', search),
          ]),
        )
      }
      const { rows, total } = await readPage(query, request, sortOfView('usableTemplates', 'createdAt'))
      return { rows: rows.map(presentUsable), total }
    },
  }
}
