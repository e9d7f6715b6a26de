import { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'
import { containsText, type Page, type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
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

/** Reads the templates of one workspace; `get` throws `not_found`. */
export interface CustomTemplateReader {
  get(id: string): Promise<CustomTemplateRow>
  /** Sorted by `name`, `updatedDate` or `createdDate`; the newest first without a wish. Search looks at names and descriptions. */
  list(query: CustomTemplateQuery): Promise<Page<CustomTemplateSummary>>
}

const SUMMARY = [
  'id',
  'workspaceId',
  'name',
  'description',
  'badge',
  'usecases',
  'type',
  'nodeTypes',
  'createdAt',
  'updatedAt',
] as const

const templateSort: SortRules = {
  columns: {
    name: { column: 'customTemplates.name', isText: true },
    updatedDate: { column: 'customTemplates.updatedAt' },
    createdDate: { column: 'customTemplates.createdAt' },
  },
  fallback: 'customTemplates.createdAt',
  fallbackDirection: 'desc',
  tieBreaker: 'customTemplates.id',
}

/** Makes the reader of templates. */
export function createCustomTemplateReader(scope: TenantScope): CustomTemplateReader {
  return {
    async get(id) {
      const query = scope.db.selectFrom('customTemplates').selectAll().where('id', '=', id)
      const template = await query.executeTakeFirst()
      if (!template) throw new RunnelError('not_found', `Template ${id} not found`)
      return template
    },
    async list({ type, isWhole, ...request }) {
      let query = scope.longReads
        .selectFrom('customTemplates')
        .select(SUMMARY)
        .$if(isWhole, (whole) => whole.select('content'))
      if (type !== undefined) query = query.where(matchAny('customTemplates.type', type))
      const { search } = request
      if (search) {
        query = query.where((where) =>
          where.or([
            containsText('customTemplates.name', search),
            containsText('customTemplates.description', search),
          ]),
        )
      }
      return readPage(query, request, templateSort)
    },
  }
}
