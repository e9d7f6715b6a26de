import type { CustomTemplate, SharedMark, Template } from '@runnel/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { OWN_TEMPLATES } from '../save-template/own-template-queries.ts'

/** A template that the workspace may use, with a mark where it is another's. */
export type OwnTemplate = Template & SharedMark

/** A template of the workspace in the form of those that come with the product; undefined for one that makes no flow. */
export function toTemplate({ name, type, usecases, ...own }: CustomTemplate): OwnTemplate | undefined {
  if (type === 'Tool') return undefined
  return { ...own, templateName: name, type, framework: [], usecases: usecases === '' ? [] : usecases }
}

const MOST = 200

/** The templates of the workspace that make flows, without these, the newest first; `q` is part of a name or description. */
export function ownTemplateListQuery(q: string) {
  return queryOptions({
    queryKey: [OWN_TEMPLATES, { q }],
    queryFn: async ({ signal }): Promise<OwnTemplate[]> => {
      const query = { view: 'summary', limit: MOST, ...(q === '' ? {} : { search: q }) } as const
      const answer = await api.listCustomTemplates({ query }, { signal })
      return (Array.isArray(answer) ? answer : answer.data).flatMap((template) => toTemplate(template) ?? [])
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

const ID_OF_OWN = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Whether an id is of a template of the workspace: those that come with the product have words. */
export function isOwnId(id: string): boolean {
  return ID_OF_OWN.test(id)
}
