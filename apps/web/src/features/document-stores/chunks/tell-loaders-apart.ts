import type { DocumentLoader } from '@runnel/contract'

/**
 * By the ids of loaders, what tells one from another: its name, and what it reads where another has the same name.
 * Nothing where there is only one.
 */
export function tellLoadersApart(
  loaders: readonly Pick<DocumentLoader, 'id' | 'loaderName' | 'source'>[],
): ReadonlyMap<string, string> {
  if (loaders.length < 2) return new Map()
  const nameOf = ({ id, loaderName, source }: (typeof loaders)[number]) => {
    const isShared = loaders.some((other) => other.id !== id && other.loaderName === loaderName)
    return isShared && source !== '' ? `${loaderName}, ${source}` : loaderName
  }
  return new Map(loaders.map((loader) => [loader.id, nameOf(loader)]))
}
