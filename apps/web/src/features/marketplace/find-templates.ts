import type { Template } from '@runnel/contract'
import type { MarketplaceAddress } from '../../app/list-address.ts'
import { listOf } from './template-kind.ts'

/** The templates that an address asks for; each word of the search must stand in name, description, use case or category. */
export function findTemplates<T extends Template>(
  templates: readonly T[],
  { q = '', kind, usecase }: MarketplaceAddress,
): T[] {
  const words = q
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
  return templates.filter((template) => {
    const { templateName, description, usecases, categories } = template
    const text = [templateName, description, ...usecases, ...categories].join('\n').toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (kind === undefined || listOf(template) === kind) &&
      (usecase === undefined || usecases.includes(usecase))
    )
  })
}

/** Every use case once, by name. */
export function listUsecases(templates: readonly Pick<Template, 'usecases'>[]): string[] {
  return [...new Set(templates.flatMap(({ usecases }) => usecases))].sort((a, b) => a.localeCompare(b))
}
