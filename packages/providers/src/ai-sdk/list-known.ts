import type { LoadOptions } from '@runnel/node-kit'

/** Names to choose from, for a vendor that is not asked; any other can be typed in. */
export function listKnown(names: readonly string[]): LoadOptions {
  return async () => names.map((name) => ({ name, label: name }))
}

/** Models to choose from, for a vendor that is not asked: those that the operator lists, else these. */
export function listKnownModels(names: readonly string[]): LoadOptions {
  return async ({ listedModels }) => listedModels ?? names.map((name) => ({ name, label: name }))
}
