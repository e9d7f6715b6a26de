import type { NodeDefinition } from '@runnel/contract'

/** Where loaders have their documents from, in the order in which they are offered. */
export const LOADER_KINDS = ['files', 'services', 'others'] as const

/** Files of the person, a service with an account, or something else: a text, an address. */
export function loaderKindOf({
  inputs,
  credential,
}: Pick<NodeDefinition, 'inputs' | 'credential'>): (typeof LOADER_KINDS)[number] {
  if (credential !== undefined && credential.optional !== true) return 'services'
  return inputs.some(({ type }) => type === 'file') ? 'files' : 'others'
}
