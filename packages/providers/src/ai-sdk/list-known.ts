import type { LoadContext, LoadOptions } from '@runnel/node-kit'

/** Names to choose from, for a vendor that is not asked; any other can be typed in. */
export function listKnown(names: readonly string[]): LoadOptions {
  return async () => names.map((name) => ({ name, label: name }))
}

/** Models to choose from, for a vendor that is not asked: those that the operator lists, else these. */
export function listKnownModels(names: readonly string[]): LoadOptions {
  return async (context) => context.listedModels ?? offerModels(context, names)
}

/** Models to choose from by their names: those that the operator adds come first, under the operator's labels. */
export function offerModels(
  { addedModels = [] }: Pick<LoadContext, 'addedModels'>,
  names: readonly string[],
): Awaited<ReturnType<LoadOptions>> {
  const added = new Set(addedModels.map(({ name }) => name))
  const others = new Set(names.filter((name) => !added.has(name)))
  return [...addedModels, ...[...others].map((name) => ({ name, label: name }))]
}
