import type { NodeDefinition } from '@runnel/contract'

/** Where loaders have their documents from, in the order in which they are offered. */
export const LOADER_KINDS = ['files', 'services', 'others'] as const

/** Files of the person, a service with an account, or something else: a text, an address (which may take a file as well). */
export function loaderKindOf({
  inputs,
  credential,
  effects,
}: Pick<NodeDefinition, 'inputs' | 'credential' | 'effects'>): (typeof LOADER_KINDS)[number] {
  if (credential !== undefined && credential.optional !== true) return 'services'
  return effects === 'none' && inputs.some(({ type }) => type === 'file') ? 'files' : 'others'
}
